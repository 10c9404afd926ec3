// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "move/kernels/combine.hpp"

namespace ashlar::detail {

/// This rank's block of the target as carriers see it: memory whose elements may be of another type
/// than those that travel, and what happens to these at the end of their way. Strides count
/// elements of the target.
struct TargetBlock {
  std::byte* data = nullptr;
  Index rows = 0, cols = 0, row_stride = 1, col_stride = 0;
  Combine combine;
  const mpi::Storage* storage = nullptr;  // of the whole target, or null

  TargetBlock() = default;
  TargetBlock(DType source, const Landing& landing, Op op)
      : data(landing.block.data),
        rows(landing.block.rows),
        cols(landing.block.cols),
        row_stride(landing.block.row_stride),
        col_stride(landing.block.col_stride),
        combine(source, landing, op),
        storage(landing.storage) {}

  bool is_column_major() const { return row_stride == 1; }
  Index ld() const { return is_column_major() ? col_stride : row_stride; }
  std::byte* at(Index i, Index j) const {
    return data + (i * row_stride + j * col_stride) * combine.target_bytes();
  }

  /// What must be computed at the end, or null where elements are moved as they are (and conjugated
  /// on the way).
  const Combine* computes() const { return combine.is_plain() ? nullptr : &combine; }
  /// The same memory with its type. @pre the target's elements are of type T
  template <class T>
  LocalView<T> as() const {
    return {reinterpret_cast<T*>(data), rows, cols, row_stride, col_stride};
  }
};

}  // namespace ashlar::detail
