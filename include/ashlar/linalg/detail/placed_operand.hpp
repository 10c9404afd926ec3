// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/detail/operand.hpp>
#include <ashlar/mpi/process_grid.hpp>

namespace ashlar::detail {

/// Copy of a BlockMatrix or ReplicatedMatrix in a layout, as an operand of linear algebra.
template <Storable T>
class PlacedOperand {
 public:
  /// @collective
  template <PlacedLike M>
  explicit PlacedOperand(const M& a)
      : copy_(ProcessGrid::balanced(a.comm()), a.shape(), {.block = {64, 64}},
              {.init = Init::Uninitialized}) {
    copy_operand(operand_of(a), operand_of(copy_));
  }

  operator MatrixView<const T>() const {  // NOLINT(google-explicit-constructor): a view of it
    return copy_;
  }

 private:
  DistMatrix<T> copy_;
};

/// Copy of an operand that has no layout of one owner per element. @collective
template <class M>
requires IsPlaced<M>::value
PlacedOperand<MovableValueOf<M>> const_view(const M& a) {
  return PlacedOperand<MovableValueOf<M>>(a);
}

}  // namespace ashlar::detail
