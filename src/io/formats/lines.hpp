// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/shape.hpp>

// Lines: rows in C order, columns in Fortran order.

namespace ashlar::io {

constexpr Range lines_of(Section part, StorageOrder order) {
  return order == StorageOrder::C ? part.rows : part.cols;
}
/// Range of the section within each line.
constexpr Range within_lines(Section part, StorageOrder order) {
  return order == StorageOrder::C ? part.cols : part.rows;
}
/// Section with the range `within` of each line.
constexpr Section section_of(Range lines, Range within, StorageOrder order) {
  return order == StorageOrder::C ? Section{lines, within} : Section{within, lines};
}

/// Section of the whole matrix for a section of `part`.
constexpr Section shifted(Section section, Section part) {
  const auto by = [](Range range, Index first) {
    return Range{range.first + first, range.last + first};
  };
  return {by(section.rows, part.rows.first), by(section.cols, part.cols.first)};
}

/// Row and column of the k-th element of a section.
/// @pre  the section has more than k elements
struct ElementPlace {
  Index row, col;
};
constexpr ElementPlace place_of(Index k, Section part, StorageOrder order) {
  const Index length = within_lines(part, order).size();
  const Index line = lines_of(part, order).first + k / length;
  const Index at = within_lines(part, order).first + k % length;
  return order == StorageOrder::C ? ElementPlace{line, at} : ElementPlace{at, line};
}

constexpr Index line_count(Shape shape, StorageOrder order) {
  return order == StorageOrder::C ? shape.rows : shape.cols;
}
constexpr Index line_length(Shape shape, StorageOrder order) {
  return order == StorageOrder::C ? shape.cols : shape.rows;
}

/// Copies `count` lines of `bytes` bytes, `stride` bytes apart, without padding.
inline void pack_lines(const void* lines, Index count, Index bytes, Index stride, char* to) {
  const char* from = static_cast<const char*>(lines);
  for (Index k = 0; k < count; ++k)
    std::memcpy(to + k * bytes, from + k * stride, static_cast<std::size_t>(bytes));
}

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
