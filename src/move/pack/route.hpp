// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/detail/runs.hpp>
#include <ashlar/layout/detail/share.hpp>
#include <ashlar/layout/moves.hpp>
#include <ashlar/move/detail/operand.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/kernels/choices.hpp"

namespace ashlar::detail {

/// Storage orders of both ends. [same]
struct Orders {
  StorageOrder source = StorageOrder::Fortran, target = StorageOrder::Fortran;
  friend bool operator==(const Orders&, const Orders&) = default;
};

/// Position of a block in its matrix's own storage, in elements.
struct OwnedBlock {
  Index offset = 0;
  Index ld = 1;
};

/// Position of a block of a rank; of a layout, the whole local part in that order.
OwnedBlock owned_block(const ashlar::Placement& placement, int rank, int block, StorageOrder order);

/// Node ranks of the other ranks of the node in a share.
inline std::vector<int> near_ranks(const Share& share, const mpi::Context& context) {
  std::vector<int> node_ranks;
  for (int rank : share.ranks()) {
    const auto node_rank = context.node_rank_of(rank);
    if (node_rank && rank != context.rank()) node_ranks.push_back(*node_rank);
  }
  return node_ranks;
}

/// Share of a missing dimension of an array: one index, equal at both ends.
inline const AxisShare& one_index() {
  static const AxisShare share{0, {{{0, 0, 0, 1}}, {{0, 1, 1, 0, 0, 1}}, 1, 0, 0, 1}, 1, 1, 1};
  return share;
}

/// Immutable local view of a move: shares sent and received by a rank, and positions of blocks.
/// Dimensions are those of the target.
class Route {
 public:
  Route(const Moves& what, ElementType element, mpi::Context& on);
  Route(const Route&) = delete;
  Route& operator=(const Route&) = delete;

  const Moves& moves() const { return what_; }
  const Share& sends() const { return sends_; }
  const Share& receives() const { return receives_; }

  mpi::Context& context() const { return context_; }
  int rank() const { return context_.rank(); }
  ElementType element() const { return element_; }
  Index element_bytes() const { return element_.size(); }
  int ndims() const { return ndims_; }
  /// True if the source's contiguous dimension differs in a target of the same order.
  bool is_transposing() const { return transposing_; }
  bool is_conjugating() const { return conjugating_; }
  Conjugate conjugate() const { return conjugation(element_, conjugating_); }
  /// Triangle of moved elements, in the last two dimensions.
  const Triangle& moved() const { return moved_; }
  /// Received elements of this rank, own ones included.
  Index elements_in() const { return elements_in_; }
  /// Sent elements, own ones included.
  Index elements_out() const { return elements_out_; }

  /// Contiguous dimension of an end.
  int source_dim(StorageOrder order) const { return source_dims_[order == StorageOrder::C]; }
  int target_dim(StorageOrder order) const {
    return order == StorageOrder::Fortran ? 0 : ndims_ - 1;
  }

  /// Position of a block in own storage, for at most two dimensions.
  OwnedBlock source_block(int rank, int block, StorageOrder order) const;
  OwnedBlock target_block(int rank, int block, StorageOrder order) const;

 private:
  Moves what_;
  ElementType element_;
  mpi::Context& context_;
  Share sends_, receives_;
  int ndims_;
  int source_dims_[2];  // of memory in Fortran and in C order
  bool transposing_, conjugating_;
  Triangle moved_;
  Index elements_in_ = 0, elements_out_ = 0;
};

}  // namespace ashlar::detail
