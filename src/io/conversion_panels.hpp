// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/layout/layout.hpp>

#include "formats/lines.hpp"
#include "panels.hpp"

// Pure arithmetic of the panels in which a file is converted.

namespace ashlar::io {

/// Some lines of the new matrix.
struct Panel {
  Range lines;
  Section section;  ///< of the new matrix
};

inline Panel panel_of(Range lines, Shape shape, StorageOrder order) {
  return {lines, section_of(lines, {0, line_length(shape, order)}, order)};
}

/// The diagonal of the whole matrix within a section of it: j - i counts from the section's corner.
constexpr Index diagonal_within(Section section, Index diagonal) {
  return diagonal + section.rows.first - section.cols.first;
}

/// Where a panel of columns that begins with `first` must end, at the latest, so that its columns
/// are dealt as a block-cyclic matrix of their own: whole blocks, or a part of one.
inline Index end_of_dealt_columns(const Axis& cols, Index first, Index step) {
  const Index last = std::min(cols.extent, first + step);
  const Index end_of_block = std::min(cols.extent, (first / cols.block + 1) * cols.block);
  if (first % cols.block != 0 || last <= end_of_block) return std::min(last, end_of_block);
  return last == cols.extent ? last : last / cols.block * cols.block;
}

/// The layout of a panel of columns whose every element is on the rank that it has in `layout`.
inline Layout layout_of_columns(const Layout& layout, Range columns) {
  const Axis& cols = layout.cols();
  const Index first_block = columns.first / cols.block;
  const Axis part{columns.size(), cols.block, cols.nprocs,
                  static_cast<int>((cols.source + first_block) % cols.nprocs)};
  return {layout.rows(), part, layout.ranks()};
}

}  // namespace ashlar::io
