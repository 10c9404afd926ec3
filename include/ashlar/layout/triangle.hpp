// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/layout/runs.hpp>

namespace ashlar {

/// The part of a matrix on one side of a diagonal, that diagonal included: upper keeps j - i >=
/// diagonal, lower keeps j - i <= diagonal, general keeps everything. Diagonal 0 is the main one, 1
/// the one above it.
struct Triangle {
  Uplo uplo = Uplo::General;
  Index diagonal = 0;

  constexpr bool contains(Index i, Index j) const {
    return uplo == Uplo::General || (uplo == Uplo::Lower ? j - i <= diagonal : j - i >= diagonal);
  }

  /// Those of the rows `within` that column j keeps: a range inside it, empty or not.
  constexpr Range rows_of(Index j, Range within) const {
    if (uplo == Uplo::Lower)
      return {std::clamp(j - diagonal, within.first, within.last), within.last};
    if (uplo == Uplo::Upper)
      return {within.first, std::clamp(j - diagonal + 1, within.first, within.last)};
    return within;
  }

  /// Those of the columns `within` that row i keeps: a range inside it, empty or not.
  constexpr Range cols_of(Index i, Range within) const { return transposed().rows_of(i, within); }

  /// The same without its bounding diagonal.
  constexpr Triangle strict() const {
    return {uplo, uplo == Uplo::Lower   ? diagonal - 1
                  : uplo == Uplo::Upper ? diagonal + 1
                                        : diagonal};
  }

  /// The same part of the transposed matrix.
  constexpr Triangle transposed() const {
    if (uplo == Uplo::General) return *this;
    return {uplo == Uplo::Lower ? Uplo::Upper : Uplo::Lower, -diagonal};
  }

  /// Number of elements kept in the rectangle rows x cols; O(1).
  Index count(Range rows, Range cols) const;

  /// Number of elements kept where a row run meets a column run, repetitions included.
  /// @cost pattern x pattern where the periods agree; else times the repetitions of the shorter
  /// list
  Index count(const RunList& rows, const RunList& cols) const;

  friend constexpr bool operator==(const Triangle&, const Triangle&) = default;
};

}  // namespace ashlar
