// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/expect.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::detail {

inline Range range_of(const char* function, const char* what, Range asked, Index extent) {
  const Range range = closed(asked, extent);
  expect(0 <= range.first && range.first <= range.last && range.last <= extent, function, ": the ",
         what, " [", range.first, ", ", range.last, ") are not a range within [0, ", extent, ")");
  return range;
}

/// The rectangle `asked` of a matrix of `shape`, open ends closed.
/// @throws ArgumentError if a range is outside the matrix or backwards
inline Section section_of(const char* function, const Section& asked, Shape shape) {
  return {range_of(function, "rows", asked.rows, shape.rows),
          range_of(function, "columns", asked.cols, shape.cols)};
}

/// @throws ArgumentError if element (i, j) is outside
inline void check_index(const char* function, Index i, Index j, Shape shape) {
  expect(0 <= i && i < shape.rows && 0 <= j && j < shape.cols, function, ": element (", i, ", ", j,
         ") is outside the ", shape.rows, "x", shape.cols, " matrix");
}

}  // namespace ashlar::detail
