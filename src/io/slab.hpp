// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/layout/layout.hpp>

namespace ashlar::io {

/// Layout for reading and writing a file: each rank has a contiguous range of whole columns
/// (Fortran order) or rows (C order), contiguous also in the file.
inline Layout slab_layout(Shape shape, int ranks, StorageOrder order) {
  if (order == StorageOrder::C)
    return slab_layout(shape.transposed(), ranks, StorageOrder::Fortran).transposed();
  const Index columns = std::max<Index>(1, shape.cols / ranks + (shape.cols % ranks != 0 ? 1 : 0));
  return Layout(
      {.shape = shape, .block = {std::max<Index>(1, shape.rows), columns}, .grid = {1, ranks}});
}

/// Columns or rows of a rank in slab_layout.
inline Range slab_lines(const Layout& slabs, int rank, StorageOrder order) {
  const Axis& axis = order == StorageOrder::C ? slabs.rows() : slabs.cols();
  const Index first = std::min(axis.extent, axis.block * rank);
  return {first, first + axis.local_count(rank)};
}

}  // namespace ashlar::io
