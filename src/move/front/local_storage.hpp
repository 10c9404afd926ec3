// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/error.hpp>
#include <ashlar/move/detail/whole_memory.hpp>

namespace ashlar::detail {

/// Memory description for DistMatrix::wrap.
struct LocalStorage {
  StorageOrder order;
  Index ld;
};

/// Returns order and leading dimension of a memory; `what` is the caller's name in the error text.
/// @throws ArgumentError if neither columns nor rows are contiguous
inline LocalStorage storage_of(const WholeMemory& view, const char* what) {
  // The stride of a single column or row is ignored.
  const bool one_column = view.shape.cols <= 1, one_row = view.shape.rows <= 1;
  if (view.row_stride == 1 && (view.col_stride >= view.shape.rows || one_column))
    return {StorageOrder::Fortran,
            std::max<Index>({1, view.shape.rows, one_column ? 0 : view.col_stride})};
  if (view.col_stride == 1 && (view.row_stride >= view.shape.cols || one_row))
    return {StorageOrder::C, std::max<Index>({1, view.shape.cols, one_row ? 0 : view.row_stride})};
  expect(view.shape.rows == 0 || view.shape.cols == 0, what, ": the ", view.shape.rows, "x",
         view.shape.cols, " elements have strides ", view.row_stride, " and ", view.col_stride,
         "; one must be 1 and the other a leading dimension");
  return {StorageOrder::Fortran, std::max<Index>(1, view.shape.rows)};
}

}  // namespace ashlar::detail
