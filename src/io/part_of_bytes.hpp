// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/layout/shape.hpp>

#include "formats/lines.hpp"

namespace ashlar::io {

/// Smallest section with the elements of a byte range of the file: whole lines, or part of one;
/// empty without elements.
/// @param offset  bytes before the first element
/// @param width  bytes of an element
constexpr Section part_of_bytes(Shape shape, StorageOrder order, Index offset, Index width,
                                Range bytes) {
  const Index length = line_length(shape, order);
  const Index first = std::max<Index>(0, bytes.first - offset) / width;
  const Index last = std::min(line_count(shape, order) * length,
                              (std::max<Index>(0, bytes.last - offset) + width - 1) / width);
  if (first >= last) return {};
  const Range lines{first / length, (last - 1) / length + 1};
  if (lines.size() > 1) return section_of(lines, {0, length}, order);
  const Index start = lines.first * length;
  return section_of(lines, {first - start, last - start}, order);
}

}  // namespace ashlar::io
