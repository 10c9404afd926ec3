// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <ashlar/base/inline_vector.hpp>
#include <ashlar/layout/runs.hpp>
#include <ashlar/layout/triangle.hpp>

namespace ashlar {

class Box;

/// One block of a rank and, for each dimension of the target, what it shares with all others: every
/// combination of one share in each dimension is a box, or nothing. Whoever takes elements out of
/// the others' memory merges the shares of a dimension, and so writes its block from end to end.
///
/// A layout or an array gives a rank one cell, a block map one for each block. What is sent to
/// several replicas are the same cells for each of them, with other ranks.
class Cell {
 public:
  using Shares = std::span<const AxisShare>;

  Cell(int block, const InlineVector<Shares, 4>& shares, const Triangle& moved)
      : block_(block), shares_(shares), moved_(moved) {}

  /// Its number among this rank's blocks; 0 where a layout deals.
  int block() const { return block_; }
  int ndims() const { return shares_.size(); }
  /// Those of one dimension of the target, by the coordinate of the other side.
  Shares shares(int dim) const { return shares_[dim]; }
  /// The box of one share for each dimension; null where nothing moves. O(dimensions)
  const Box* box(std::span<const int> choice) const;

 private:
  friend class Box;
  friend class Share;

  std::size_t choices() const;
  const AxisShare& share(int dim, int choice) const;

  int block_;
  InlineVector<Shares, 4> shares_;
  Triangle moved_;
  const Box* boxes_ = nullptr;    // of the share
  const int* numbers_ = nullptr;  // of its boxes, by choice, the first dimension fastest; -1: none
};

/// Elements that one block of a rank has for one block of another: the product of one list of runs
/// for each dimension of the target, as far as the triangle keeps it. Messages are made of boxes.
///
/// Runs count `at` from the start of the moved range, and local places from the start of the two
/// blocks.
class Box {
 public:
  int rank = 0;          ///< the other rank, or this one where elements stay
  int cell = 0;          ///< which of the share's cells it belongs to
  int source_block = 0;  ///< number of the block among the sender's; 0 where a layout deals
  int target_block = 0;  ///< number of the block among the receiver's; 0 where a layout deals
  Index elements = 0;    ///< that the triangle keeps, > 0

  int ndims() const { return cells_[cell].ndims(); }
  /// Indices that both blocks share along a dimension of the target; the share's. O(dimensions)
  const AxisShare& dim(int dim) const { return cells_[cell].share(dim, choice_); }
  const RunList& runs(int dim) const { return this->dim(dim).runs; }
  /// That of the last two dimensions of the moved range; General where it keeps all.
  Triangle triangle() const { return is_cut_ ? cells_[cell].moved_ : Triangle{}; }

 private:
  friend class Share;
  friend class ShareBuilder;

  const Cell* cells_ = nullptr;  // of the share
  int choice_ = 0;               // one share for each dimension of the cell
  bool is_cut_ = false;          // by the triangle
};

/// One rank's side of a move, what it sends or what it receives: of layouts, block maps, replicas
/// and arrays alike. Nothing is stored per element or per repetition.
class Share {
 public:
  Share() = default;
  Share(Share&&) noexcept = default;
  Share& operator=(Share&&) noexcept = default;
  Share(const Share&) = delete;  // boxes and cells point into the lists
  Share& operator=(const Share&) = delete;
  ~Share() = default;

  /// This rank's blocks that take part.
  std::span<const Cell> cells() const& { return cells_; }
  std::span<const Cell> cells() && = delete;
  /// All boxes by rank; those of one rank in the order in which both ends exchange them.
  std::span<const Box> boxes() const& { return boxes_; }
  std::span<const Box> boxes() && = delete;
  /// Those of one rank; none for one that takes no part. O(log boxes)
  std::span<const Box> boxes_of(int rank) const&;
  std::span<const Box> boxes_of(int rank) && = delete;
  /// The ranks with which there is something to exchange, itself included, ascending.
  std::span<const int> ranks() const& { return ranks_; }
  std::span<const int> ranks() && = delete;

 private:
  friend class ShareBuilder;

  void finish();

  std::vector<std::vector<AxisShare>> lists_;
  std::vector<Cell> cells_;
  std::vector<Box> boxes_;
  std::vector<int> numbers_;  // of the boxes, cell by cell
  std::vector<int> ranks_;
};

}  // namespace ashlar
