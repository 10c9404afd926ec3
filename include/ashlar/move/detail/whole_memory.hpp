// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/matrix/local_view.hpp>

namespace ashlar::detail {

/// Memory of a whole matrix on one rank, with a run-time element type.
struct WholeMemory {
  Shape shape;
  Index row_stride = 1, col_stride = 0;
  ElementType element = DType::Float64;
};

template <class T>
WholeMemory memory_of(const LocalView<T>& view) {
  return {{view.rows, view.cols},
          view.row_stride,
          view.col_stride,
          ElementType::of<std::remove_const_t<T>>()};
}

}  // namespace ashlar::detail
