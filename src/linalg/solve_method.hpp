// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/move/copy.hpp>

#include "base/finite.hpp"
#include "local/blas.hpp"
#include "local/lapack.hpp"

namespace ashlar::detail {

template <class T>
bool is_finite(local::Tile<const T> a) {
  for (Index j = 0; j < a.cols; ++j)
    if (!are_finite(a.at(0, j), a.rows)) return false;
  return true;
}

/// Solution by LU.
struct ByLu {
  static constexpr Routine routine = Routine::Lu;
  static constexpr Uplo stored = Uplo::General;

  CopyOptions to_one_rank() const { return {}; }

  /// Solves in place; false if A is not finite, or singular.
  template <Scalar T>
  bool solve_here(local::Tile<T> a, local::Tile<T> b) const {
    if (!is_finite<T>(a)) return false;
    std::vector<int> pivots(static_cast<std::size_t>(a.rows));
    if (local::getrf(a, pivots.data()) != 0) return false;
    local::swap_rows(b, pivots.data(), a.rows);
    local::trsm<T>(Side::Left, {Uplo::Lower, Op::None, Diag::Unit}, T(1), a, b);
    local::trsm<T>(Side::Left, {Uplo::Upper, Op::None, Diag::NonUnit}, T(1), a, b);
    return true;
  }

  template <Scalar T>
  LuFactor<T> factor(MatrixView<const T> a, const LinalgOptions& how) const {
    return ashlar::lu_factor(a, how);
  }
  template <Scalar T>
  LuFactor<T> factor(DistMatrix<T>&& a, const LinalgOptions& how) const {
    return ashlar::lu_factor(std::move(a), how);
  }
  template <Scalar T>
  DistMatrix<T> solve(const LuFactor<T>& factor, MatrixView<const T> b,
                      const LinalgOptions& how) const {
    return factor.solve(b, Op::None, how);
  }
};

/// Solution by Cholesky, from the stored triangle.
struct ByCholesky {
  static constexpr Routine routine = Routine::Cholesky;
  Uplo stored;

  /// Moves the stored triangle to the lower one.
  CopyOptions to_one_rank() const {
    return {.op = stored == Uplo::Upper ? Op::ConjTrans : Op::None, .uplo = Uplo::Lower};
  }

  /// Solves in place; false if A's lower triangle is not finite, or A not positive definite.
  template <Scalar T>
  bool solve_here(local::Tile<T> a, local::Tile<T> b) const {
    for (Index j = 0; j < a.cols; ++j)
      if (!are_finite(a.at(j, j), a.rows - j)) return false;
    if (local::potrf_lower(a) != 0) return false;
    local::trsm<T>(Side::Left, {Uplo::Lower, Op::None, Diag::NonUnit}, T(1), a, b);
    local::trsm<T>(Side::Left, {Uplo::Lower, Op::ConjTrans, Diag::NonUnit}, T(1), a, b);
    return true;
  }

  template <Scalar T>
  CholeskyFactor<T> factor(MatrixView<const T> a, const LinalgOptions& how) const {
    return ashlar::cholesky_factor(a, stored, how);
  }
  template <Scalar T>
  CholeskyFactor<T> factor(DistMatrix<T>&& a, const LinalgOptions& how) const {
    return ashlar::cholesky_factor(std::move(a), stored, how);
  }
  template <Scalar T>
  DistMatrix<T> solve(const CholeskyFactor<T>& factor, MatrixView<const T> b,
                      const LinalgOptions& how) const {
    return factor.solve(b, how);
  }
};

}  // namespace ashlar::detail
