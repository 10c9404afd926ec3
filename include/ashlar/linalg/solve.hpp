// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/solve_options.hpp>

namespace ashlar {

namespace detail {
template <Scalar T>
DistMatrix<T> solve(MatrixView<const T> a, MatrixView<const T> b, const SolveOptions& options);
template <Scalar T>
DistMatrix<T> cholesky_solve(MatrixView<const T> a, MatrixView<const T> b, Uplo uplo,
                             const SolveOptions& options);
}  // namespace detail

/// X with A X = B by LU with partial pivoting, refined (LAPACK ?gerfs), in mixed precision (LAPACK
/// dsgesv, zcgesv) or with a report on how good X is (what LAPACK ?gesvx tells). X lies in B's
/// layout; A and B are unchanged.
///
/// Mixed precision of single-precision matrices is working precision: there is no lower one.
/// @throws SingularMatrix  with the 0-based pivot, if U has an exact zero on its diagonal
/// @throws ArgumentError   if the shapes do not fit, `refine` is negative, or naming an element
/// that is NaN or infinite
/// @collective over the communicator of both; throws on all ranks or on none
/// @cost an LU factorisation; each correction a pass over A and two triangular solutions. Mixed
/// precision: factors in half of A's memory, and where it does not converge both factorisations.
/// Refinement keeps 32 columns of B and X whole on every rank
/// @example auto x = solve(a, b, {.precision = Precision::Mixed});
template <MatrixLike A, MatrixLike B>
requires Scalar<ValueOf<A>> && std::same_as<ValueOf<A>, ValueOf<B>> DistMatrix<ValueOf<A>> solve(
    const A& a, const B& b, const SolveOptions& options) {
  return detail::solve<ValueOf<A>>(const_view(a), const_view(b), options);
}

/// The same for a Hermitian positive definite A by Cholesky (LAPACK ?porfs, dsposv, ?posvx); only
/// the `uplo` triangle of A is read.
/// @throws NotPositiveDefinite  with the 0-based pivot, if a leading minor is not positive
/// @throws ArgumentError, @collective, @cost  as solve
/// @example auto x = cholesky_solve(a, b, Uplo::Lower, {.report = &report});
template <MatrixLike A, MatrixLike B>
requires Scalar<ValueOf<A>> && std::same_as<ValueOf<A>, ValueOf<B>> DistMatrix<ValueOf<A>>
cholesky_solve(const A& a, const B& b, Uplo uplo, const SolveOptions& options) {
  return detail::cholesky_solve<ValueOf<A>>(const_view(a), const_view(b), uplo, options);
}

}  // namespace ashlar
