// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/layout/layout.hpp>

namespace ashlar::io {

/// The layout in which a column-major file of this shape is read and written: every rank a
/// contiguous range of whole columns, so that its local array is a contiguous part of the file. A
/// row-major file is the column-major file of the transpose.
inline Layout slab_layout(Shape shape, int ranks) {
  const Index columns = std::max<Index>(1, shape.cols / ranks + (shape.cols % ranks != 0 ? 1 : 0));
  return Layout(
      {.shape = shape, .block = {std::max<Index>(1, shape.rows), columns}, .grid = {1, ranks}});
}

/// The columns of rank `rank` in slab_layout.
inline Range slab_columns(const Layout& slabs, int rank) {
  const Index first = std::min(slabs.cols().extent, slabs.cols().block * rank);
  return {first, first + slabs.cols().local_count(rank)};
}

}  // namespace ashlar::io
