// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/solve_options.hpp>

namespace ashlar {

namespace detail {
template <Scalar T>
DistMatrix<T> solve(MatrixView<const T> a, MatrixView<const T> b, const SolveOptions& options);
template <Scalar T>
DistMatrix<T> cholesky_solve(MatrixView<const T> a, MatrixView<const T> b,
                             const SolveOptions& options);
}  // namespace detail

/// X with A X = B by LU with partial pivoting (ScaLAPACK p?gesv), in B's layout; A and B are
/// unchanged. On request refined (LAPACK ?gerfs), in mixed precision (dsgesv, zcgesv) or with a
/// report on how good X is (what ?gesvx tells).
///
/// Mixed precision of single-precision matrices is working precision: there is no lower one.
/// @throws SingularMatrix  with the 0-based pivot, if U has an exact zero on its diagonal
/// @throws ArgumentError   if the shapes do not fit, `refine` is negative, or naming an element
/// that is NaN or infinite
/// @throws OverflowError   as lu_factor
/// @collective over the communicator of both; throws on all ranks or on none
/// @cost an LU factorisation and a copy of A; each correction a pass over A and two triangular
/// solutions. Mixed precision: a copy in half of A's memory, and both factorisations where it does
/// not converge. Refinement keeps 32 columns of B and X whole on every rank
/// @example auto x = solve(a, b, {.precision = Precision::Mixed});
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B>
DistMatrix<ValueOf<A>> solve(const A& a, const B& b, const SolveOptions& options = {}) {
  return detail::solve<ValueOf<A>>(const_view(a), const_view(b), options);
}

/// X with A X = B for a Hermitian positive definite A by Cholesky (ScaLAPACK p?posv; refined LAPACK
/// ?porfs, dsposv, ?posvx), in B's layout; A and B are unchanged and only the `uplo` triangle of A
/// is read.
/// @throws NotPositiveDefinite  with the 0-based pivot, if a leading minor is not positive
/// @throws ArgumentError, OverflowError  as solve
/// @collective as solve
/// @cost that of solve, with half of the operations
/// @example auto x = cholesky_solve(a, b, {.uplo = Uplo::Upper, .report = &report});
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B>
DistMatrix<ValueOf<A>> cholesky_solve(const A& a, const B& b, const SolveOptions& options = {}) {
  return detail::cholesky_solve<ValueOf<A>>(const_view(a), const_view(b), options);
}

}  // namespace ashlar
