// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/layout/detail/runs.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::detail {

/// a - b, saturated at the limits of Index.
constexpr Index saturating_difference(Index a, Index b) {
  Index difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? std::numeric_limits<Index>::max() : std::numeric_limits<Index>::min();
}

/// Part of a matrix on one side of a diagonal: upper has j - i >= diagonal, lower j - i <=
/// diagonal, general all elements. Diagonal 0 is the main one, 1 the one above. Diagonals beyond
/// the corners are valid.
struct Triangle {
  Uplo uplo = Uplo::General;
  Index diagonal = 0;

  constexpr bool contains(Index i, Index j) const {
    return uplo == Uplo::General || (uplo == Uplo::Lower ? j - i <= diagonal : j - i >= diagonal);
  }

  /// Rows of column j in the triangle, as a possibly empty subrange of `within`.
  constexpr Range rows_of(Index j, Range within) const {
    if (uplo == Uplo::General) return within;
    const Index on_diagonal = detail::saturating_difference(j, diagonal);
    if (uplo == Uplo::Lower)
      return {std::clamp(on_diagonal, within.first, within.last), within.last};
    const Index past = detail::saturating_difference(on_diagonal, -1);
    return {within.first, std::clamp(past, within.first, within.last)};
  }

  /// Rows of any of these columns in the triangle, likewise.
  constexpr Range rows_of_any(Range cols, Range within) const {
    if (cols.empty()) return {within.first, within.first};
    return detail::hull(rows_of(cols.first, within), rows_of(cols.last - 1, within));
  }

  /// Columns of row i in the triangle, as a possibly empty subrange of `within`.
  constexpr Range cols_of(Index i, Range within) const { return transposed().rows_of(i, within); }

  /// Shape of the smallest leading part of a matrix that contains the triangle's elements; 0 x 0
  /// without elements.
  constexpr Shape leading_part(Shape all) const {
    const Range rows = rows_of_any({0, all.cols}, {0, all.rows});
    const Range cols = transposed().rows_of_any({0, all.rows}, {0, all.cols});
    return rows.empty() ? Shape{} : Shape{rows.last, cols.last};
  }

  /// The triangle without its bounding diagonal.
  constexpr Triangle strict() const {
    if (uplo == Uplo::General) return *this;
    return {uplo, detail::saturating_difference(diagonal, uplo == Uplo::Lower ? 1 : -1)};
  }

  /// The triangle of the transposed matrix.
  constexpr Triangle transposed() const {
    if (uplo == Uplo::General) return *this;
    return {uplo == Uplo::Lower ? Uplo::Upper : Uplo::Lower,
            detail::saturating_difference(0, diagonal)};
  }

  /// Number of its elements in rows x cols. O(1)
  Index count(Range rows, Range cols) const;

  /// Number of its elements in the runs of rows and columns.
  /// @cost product of the numbers of runs in a period, for each pair of periodic parts of both
  /// lists; if the periods differ, times the number of periods in the shorter part, or times the
  /// length of a run if that is less
  Index count(const RunList& rows, const RunList& cols) const;

  friend constexpr bool operator==(const Triangle&, const Triangle&) = default;
};

}  // namespace ashlar::detail
