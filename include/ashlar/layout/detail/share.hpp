// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <ashlar/base/detail/inline_vector.hpp>
#include <ashlar/layout/detail/runs.hpp>
#include <ashlar/layout/detail/triangle.hpp>

namespace ashlar::detail {

class Box;

/// One block of a rank with its AxisShares along each dimension of the target. Each combination of
/// one share per dimension is a box, or empty. One-sided readers merge the shares of a dimension,
/// to write a block contiguously.
///
/// Layouts and arrays have one cell per rank, block maps one per block. A sender has them once per
/// replica of the target.
class Cell {
 public:
  using Shares = std::span<const AxisShare>;

  Cell(int block, const InlineVector<Shares, 4>& shares, const Triangle& moved)
      : block_(block), shares_(shares), moved_(moved) {}

  /// Number among the rank's blocks; 0 for a layout.
  int block() const { return block_; }
  int ndims() const { return shares_.size(); }
  /// Shares of one target dimension, by coordinate of the other side.
  Shares shares(int dim) const { return shares_[dim]; }
  /// Box of one share per dimension; null if empty. O(dimensions)
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
  const int* numbers_ = nullptr;  // boxes by choice, first dimension fastest; -1: none
};

/// Elements that two blocks share, within the triangle: the product of one list of runs per target
/// dimension. Messages consist of boxes.
///
/// `at` of a run is relative to the moved range, local indices to the two blocks.
class Box {
 public:
  int rank = 0;          ///< the other rank; this one for kept elements
  int cell = 0;          ///< index of its cell in cells()
  int source_block = 0;  ///< number among the sender's blocks; 0 for a layout
  int target_block = 0;  ///< number among the receiver's blocks; 0 for a layout
  Index elements = 0;    ///< within the triangle, > 0

  int ndims() const { return cells_[cell].ndims(); }
  /// Indices of a target dimension in both blocks; owned by the Share. O(dimensions)
  const AxisShare& dim(int dim) const { return cells_[cell].share(dim, choice_); }
  const RunList& runs(int dim) const { return this->dim(dim).runs; }
  /// Triangle of the last two dimensions of the moved range; General if the whole box is in it.
  Triangle triangle() const { return is_cut_ ? cells_[cell].moved_ : Triangle{}; }

 private:
  friend class Share;
  friend class ShareBuilder;

  const Cell* cells_ = nullptr;  // of the share
  int choice_ = 0;               // one share per dimension of the cell
  bool is_cut_ = false;          // by the triangle
};

/// Sent or received elements of one rank in a move of layouts, block maps, replicas or arrays.
/// Nothing is stored per element or repetition.
class Share {
 public:
  Share() = default;
  Share(Share&&) noexcept = default;
  Share& operator=(Share&&) noexcept = default;
  Share(const Share&) = delete;  // cells and boxes point into the lists
  Share& operator=(const Share&) = delete;
  ~Share() = default;

  /// Blocks of this rank in the move.
  std::span<const Cell> cells() const& { return cells_; }
  std::span<const Cell> cells() && = delete;
  /// Boxes in the order of ranks, those of one rank in message order.
  std::span<const Box> boxes() const& { return boxes_; }
  std::span<const Box> boxes() && = delete;
  /// Boxes of one rank, possibly none. O(log boxes)
  std::span<const Box> boxes_of(int rank) const&;
  std::span<const Box> boxes_of(int rank) && = delete;
  /// Ranks of the boxes, ascending; may include this rank.
  std::span<const int> ranks() const& { return ranks_; }
  std::span<const int> ranks() && = delete;

 private:
  friend class ShareBuilder;

  void finish();

  std::vector<std::vector<AxisShare>> lists_;
  std::vector<Cell> cells_;
  std::vector<Box> boxes_;
  std::vector<int> numbers_;  // of the boxes, by cell
  std::vector<int> ranks_;
};

}  // namespace ashlar::detail
