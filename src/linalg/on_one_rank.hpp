// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <ashlar/linalg/layout_for.hpp>

#include "factor.hpp"
#include "finite.hpp"
#include "one_rank.hpp"

// LAPACK routines without a ScaLAPACK counterpart: rank 0 computes; operand and result are
// redistributed.

namespace ashlar::detail {

/// A, or its triangle, on rank 0 for `routine`.
/// @param copy  op and uplo
/// @throws ArgumentError  naming an element that is NaN or infinite
/// @collective over a.comm()
template <Scalar T>
DistMatrix<T> gathered_for(Routine routine, const char* function, MatrixView<const T> a,
                           const LinalgOptions& options, CopyOptions copy = {}) {
  const LayoutAdvice advice = advised(routine, a.shape(), a.comm(), options);
  DistMatrix<T> whole = working_copy(a, advice, concat(function, ": A"), options, copy);
  if (!whole.shape().empty()) check_finite(whole, function, "A");
  return whole;
}

/// B, in its layout, after `f` on rank 0: f(tile) changes the whole of B and returns INFO.
/// @throws ArgumentError  naming an element of B that is NaN or infinite
/// @collective over b.comm()
/// @example on_one_rank("LdltFactor::solve", "?sytrs", b, options, [&](auto x) { return sytrs(x);
/// })
template <Scalar T, class F>
DistMatrix<T> on_one_rank(const char* function, const char* routine, MatrixView<const T> b,
                          const LinalgOptions& options, F&& f) {
  DistMatrix<T> x = working_copy(b, {Algorithm::OneRank, on_rank_zero(b.shape()), ""},
                                 concat(function, ": B"), options);
  if (!x.shape().empty()) {
    check_finite(x, function, "B");
    const int info = by_rank_zero(b.comm(), [&] { return f(tile_of(x)); });
    (void)agreed_outcome(b.comm(), info, routine);
  }
  return brought_back(std::move(x), b);
}

}  // namespace ashlar::detail
