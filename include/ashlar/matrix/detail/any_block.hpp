// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/matrix/local_view.hpp>

namespace ashlar::detail {

/// A LocalView whose element type is a value.
struct AnyBlock {
  std::byte* data = nullptr;
  Index rows = 0, cols = 0;
  Index row_stride = 1, col_stride = 0;  ///< in elements

  bool is_column_major() const { return row_stride == 1; }
  /// Elements from one column to the next, or from row to row of row-major memory.
  Index ld() const { return is_column_major() ? col_stride : row_stride; }

  /// Of a constant view, too: who reads it does not write there.
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

/// A block of the caller's memory whose element type is a value.
template <class T>
LocalBlock<std::byte> as_bytes(const LocalBlock<T>& block) {
  return {reinterpret_cast<std::byte*>(block.data), block.ld, block.order};
}

}  // namespace ashlar::detail
