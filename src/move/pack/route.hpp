// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/moves.hpp>
#include <ashlar/layout/share.hpp>
#include <ashlar/move/operand.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/kernels/choices.hpp"

namespace ashlar::detail {

/// Orders of the memory of both ends. [same]
struct Orders {
  StorageOrder source = StorageOrder::Fortran, target = StorageOrder::Fortran;
  friend bool operator==(const Orders&, const Orders&) = default;
};

/// Where a block lies in the storage that its rank's matrix owns, in elements.
struct OwnedBlock {
  Index offset = 0;
  Index ld = 1;
};

/// Where a block of a rank lies; of a layout all that the rank has, kept in this order.
OwnedBlock owned_block(const ashlar::Placement& placement, int rank, int block, StorageOrder order);

/// One rank's side of a move of any kind, fixed for good: what it sends and receives, and where
/// things lie. Dimensions are those of the target.
class Route {
 public:
  Route(const Moves& what, ElementType element, mpi::Context& on);
  Route(const Route&) = delete;
  Route& operator=(const Route&) = delete;

  const Moves& moves() const { return what_; }
  const Share& sends() const { return sends_; }
  const Share& receives() const { return receives_; }
  /// Share that another rank receives. @cost as that of the planner
  Share receives_of(int rank) const { return what_.received_by(rank); }

  mpi::Context& context() const { return context_; }
  int rank() const { return context_.rank(); }
  ElementType element() const { return element_; }
  Index element_bytes() const { return element_.size(); }
  int ndims() const { return ndims_; }
  /// True if what is contiguous at the source is not at a target of the same order.
  bool is_transposing() const { return transposing_; }
  bool is_conjugating() const { return conjugating_; }
  Conjugate conjugate() const { return conjugation(element_, conjugating_); }
  /// The elements that move, in the last two dimensions.
  const Triangle& moved() const { return moved_; }
  /// Elements of all ranks that move.
  double volume() const { return what_.volume(); }
  /// Neighbouring elements along a dimension that lie side by side at both ends, at most. [same]
  Index run_length(int dim) const { return what_.run_length(dim); }
  /// Elements that this rank receives, its own included.
  Index elements_in() const { return elements_in_; }
  /// The same of what it sends.
  Index elements_out() const { return elements_out_; }

  /// The dimension along which the memory of an end is contiguous.
  int source_dim(StorageOrder order) const { return source_dims_[order == StorageOrder::C]; }
  int target_dim(StorageOrder order) const {
    return order == StorageOrder::Fortran ? 0 : ndims_ - 1;
  }

  /// Where a block lies in owned storage, if there are two dimensions at most.
  OwnedBlock source_block(int rank, int block, StorageOrder order) const;
  OwnedBlock target_block(int rank, int block, StorageOrder order) const;
  /// A number that blocks of the target have in common if their elements along `dim` are the same.
  int target_band(int rank, int block, int dim) const {
    return what_.target_band(rank, block, dim);
  }

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
