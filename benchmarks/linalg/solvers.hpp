// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/solve.hpp>

#include "linalg/solve_case.hpp"

// Solvers of linear systems for SolveCase.

namespace ashlar::bench {

/// LU with partial pivoting.
template <Scalar T>
struct Solve {
  static constexpr Routine family = Routine::Lu;

  static auto element(Index n) { return Lu<T>::element(n); }
  static DistMatrix<T> ours(const DistMatrix<T>& a, const DistMatrix<T>& b, Algorithm algorithm) {
    return solve(a, b, {.how = {.algorithm = algorithm}});
  }
  static void scalapack(ScalapackMatrix<T>& a, std::vector<int>& pivots, ScalapackMatrix<T>& b) {
    const int n = a.order(), i = 1;
    int info = 0;
    foreign::pgesv<T>(&n, &i, a.data(), &i, &i, a.desc(), pivots.data(), b.data(), &i, &i, b.desc(),
                      &info);
    check_info(info, "p?gesv");
  }
  static void local(DistMatrix<T>& a, std::vector<int>& pivots, DistMatrix<T>& b) {
    const int n = static_cast<int>(a.rows()), one = 1, lda = static_cast<int>(a.lld()),
              ldb = static_cast<int>(b.lld());
    int info = 0;
    foreign::gesv<T>(&n, &one, a.local().data, &lda, pivots.data(), b.local().data, &ldb, &info);
    check_info(info, "?gesv");
  }
};

/// LU in single precision, refined to the accuracy of A's elements. The peers have no distributed
/// mixed precision and solve as for Solve.
template <Scalar T>
struct MixedSolve : Solve<T> {
  static DistMatrix<T> ours(const DistMatrix<T>& a, const DistMatrix<T>& b, Algorithm algorithm) {
    return solve(a, b, {.precision = Precision::Mixed, .how = {.algorithm = algorithm}});
  }
};

/// Cholesky factorisation.
template <Scalar T>
struct CholeskySolve {
  static constexpr Routine family = Routine::Cholesky;

  static auto element(Index n) { return Cholesky<T>::element(n); }
  static DistMatrix<T> ours(const DistMatrix<T>& a, const DistMatrix<T>& b, Algorithm algorithm) {
    return cholesky_solve(a, b, {.how = {.algorithm = algorithm}});
  }
  static void scalapack(ScalapackMatrix<T>& a, std::vector<int>&, ScalapackMatrix<T>& b) {
    const int n = a.order(), i = 1;
    int info = 0;
    foreign::pposv<T>("L", &n, &i, a.data(), &i, &i, a.desc(), b.data(), &i, &i, b.desc(), &info,
                      1);
    check_info(info, "p?posv");
  }
  static void local(DistMatrix<T>& a, std::vector<int>&, DistMatrix<T>& b) {
    const int n = static_cast<int>(a.rows()), one = 1, lda = static_cast<int>(a.lld()),
              ldb = static_cast<int>(b.lld());
    int info = 0;
    foreign::posv<T>("L", &n, &one, a.local().data, &lda, b.local().data, &ldb, &info, 1);
    check_info(info, "?posv");
  }
};

}  // namespace ashlar::bench
