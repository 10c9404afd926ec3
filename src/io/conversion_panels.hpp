// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/layout/layout.hpp>

#include "formats/lines.hpp"
#include "panels.hpp"

// Panels of a conversion. Pure.

namespace ashlar::io {

/// Lines of the new matrix.
struct Panel {
  Range lines;
  Section section;  ///< of the new matrix
};

inline Panel panel_of(Range lines, Shape shape, StorageOrder order) {
  return {lines, section_of(lines, {0, line_length(shape, order)}, order)};
}

/// Diagonal of the whole matrix, relative to the section's corner.
constexpr Index diagonal_within(Section section, Index diagonal) {
  return diagonal + section.rows.first - section.cols.first;
}

/// End of the longest panel from column `first` on with a block-cyclic layout: whole blocks, or
/// part of one.
inline Index end_of_dealt_columns(const Axis& cols, Index first, Index step) {
  const Index last = std::min(cols.extent, first + step);
  const Index end_of_block = std::min(cols.extent, (first / cols.block + 1) * cols.block);
  if (first % cols.block != 0 || last <= end_of_block) return std::min(last, end_of_block);
  return last == cols.extent ? last : last / cols.block * cols.block;
}

/// Layout of a panel with the owners of `layout`.
inline Layout layout_of_columns(const Layout& layout, Range columns) {
  const Axis& cols = layout.cols();
  const Index first_block = columns.first / cols.block;
  const Axis part{columns.size(), cols.block, cols.nprocs,
                  static_cast<int>((cols.source + first_block) % cols.nprocs)};
  return {layout.rows(), part, layout.ranks()};
}

}  // namespace ashlar::io
