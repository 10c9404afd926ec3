// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/error.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar {

/// Rows and columns of a matrix, view or local block, in elements (ScaLAPACK M, N).
struct Shape {
  Index rows = 0;
  Index cols = 0;

  constexpr Shape transposed() const { return {cols, rows}; }
  constexpr bool empty() const { return rows == 0 || cols == 0; }
  friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

/// Rows and columns of a block (ScaLAPACK MB, NB).
struct Block {
  Index rows = 64;
  Index cols = 64;

  constexpr Block transposed() const { return {cols, rows}; }
  friend constexpr bool operator==(const Block&, const Block&) = default;
};

/// Rows and columns of a process grid (BLACS NPROW, NPCOL).
struct GridShape {
  int rows = 1;
  int cols = 1;

  constexpr Index size() const { return Index{rows} * cols; }
  constexpr GridShape transposed() const { return {cols, rows}; }
  friend constexpr bool operator==(const GridShape&, const GridShape&) = default;
};

/// Position in a process grid (BLACS MYROW, MYCOL; of a source: RSRC, CSRC).
struct Coord {
  int row = 0;
  int col = 0;

  constexpr Coord transposed() const { return {col, row}; }
  friend constexpr bool operator==(const Coord&, const Coord&) = default;
};

/// Submatrix: half-open, 0-based ranges of rows and columns.
struct Section {
  Range rows;
  Range cols;

  static constexpr Section all(Shape shape) { return {{0, shape.rows}, {0, shape.cols}}; }
  constexpr Shape shape() const { return {rows.size(), cols.size()}; }
  constexpr Section transposed() const { return {cols, rows}; }
  friend constexpr bool operator==(const Section&, const Section&) = default;
};

}  // namespace ashlar

namespace ashlar::detail {

inline Range range_of(const char* function, const char* what, Range asked, Index extent) {
  const Range range = closed(asked, extent);
  expect(0 <= range.first && range.first <= range.last && range.last <= extent, function, ": the ",
         what, " [", range.first, ", ", range.last, ") are not a range within [0, ", extent, ")");
  return range;
}

/// The section `asked` with open ends closed.
/// @throws ArgumentError if a range is reversed or outside the matrix
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
