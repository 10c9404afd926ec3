// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/matrix/local_view.hpp>

namespace ashlar::detail {

/// Type-erased LocalView.
struct AnyBlock {
  std::byte* data = nullptr;
  Index rows = 0, cols = 0;
  Index row_stride = 1, col_stride = 0;  ///< in elements

  bool is_column_major() const { return row_stride == 1; }
  /// Leading dimension.
  Index ld() const { return is_column_major() ? col_stride : row_stride; }

  /// Block of `shape` whose lines (columns, or rows in C order) are `ld` elements apart.
  static AnyBlock of_lines(std::byte* data, Shape shape, StorageOrder order, Index ld) {
    if (order == StorageOrder::Fortran) return {data, shape.rows, shape.cols, 1, ld};
    return {data, shape.rows, shape.cols, ld, 1};
  }
  /// Accepts constant views; the caller must not write to them.
  template <class T>
  static AnyBlock of(const LocalView<T>& view) {
    return {static_cast<std::byte*>(writable(static_cast<const void*>(view.data))), view.rows,
            view.cols, view.row_stride, view.col_stride};
  }
  template <class T>
  LocalView<T> as() const {
    return {reinterpret_cast<T*>(data), rows, cols, row_stride, col_stride};
  }
};

/// Type-erased LocalBlock.
template <class T>
LocalBlock<std::byte> as_bytes(const LocalBlock<T>& block) {
  return {reinterpret_cast<std::byte*>(block.data), block.ld, block.order};
}

}  // namespace ashlar::detail
