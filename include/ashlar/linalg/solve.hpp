// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Precision in which a matrix is factored.
enum class Precision {
  Working,  ///< that of its elements
  /// Single, where the elements are double; the solution is refined to double's accuracy. About
  /// twice as fast. A matrix for which this does not converge is factored in double after all.
  Mixed,
};

constexpr std::string_view to_string(Precision precision) {
  return precision == Precision::Mixed ? "mixed" : "working";
}

/// Report of the solution of a system, the same on every rank.
struct SolveReport {
  Algorithm algorithm = Algorithm::Automatic;  ///< of the factorisation
  Precision precision = Precision::Working;    ///< of the factors that gave the solution
  bool fell_back = false;    ///< whether mixed precision was asked for and did not converge
  int refinement_steps = 0;  ///< corrections of the first solution; the largest number of a column
  double seconds = 0;        ///< of the slowest rank, without what this report costs
  double residual = 0;       ///< as scaled_residual has it: below 16 is right
  /// Estimate of |A| |A^-1| in the infinity norm: its logarithm is the number of digits lost.
  double condition = 0;
  std::string moved;    ///< [local] what a note says: algorithm and moves
  std::string warning;  ///< a sentence if X has no correct digit although the residual is small;
                        ///< the warning handler gets it on rank 0
};

/// Options of solve and cholesky_solve.
/// @example SolveReport report;  x = solve(a, b, {.precision = Precision::Mixed, .report =
/// &report});
struct SolveOptions {
  Uplo uplo = Uplo::Lower;                   ///< [same] cholesky_solve: the triangle that holds A
  Precision precision = Precision::Working;  ///< [same]
  /// [same] Largest number of corrections in working precision, each from a new residual, while the
  /// backward error of the elements of B falls by half. Mixed precision ignores it.
  int refine = 0;
  SolveReport* report = nullptr;  ///< [same] null on all ranks or none; costs some solutions
  LinalgOptions how = {};
};

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

/// The shortest X that makes |A X - B| least, and how well it fits.
template <Scalar T>
struct LeastSquares {
  DistMatrix<T> x;  ///< n columns of A make n rows, in B's blocks and on its grid
  Index rank = 0;   ///< of A, up to rcond
  /// |A x - b|^2 of each column of B, on every rank: 0 up to rounding where A has full row rank.
  std::vector<double> residual_squares;
};

namespace detail {
template <Scalar T>
LeastSquares<T> least_squares(MatrixView<const T> a, MatrixView<const T> b,
                              std::optional<double> rcond, const LinalgOptions& options);
}

/// Fits A X to B for an A of any shape and rank (LAPACK ?gels, ?gelsy; ScaLAPACK p?gels): with more
/// rows than columns the X of least residual, with fewer the shortest solution, and where columns
/// are dependent the shortest of those of least residual. A and B are unchanged.
///
/// Columns count as dependent if the reciprocal condition of the triangle R is at most rcond
/// (max(m, n) eps by default, as in NumPy). Where they are, and always with Algorithm::OneRank, a
/// complete orthogonal factorisation with column pivoting finds X and the rank.
/// @param rcond  [same] nothing: max(m, n) eps
/// @throws ArgumentError  if rcond is negative or NaN, B has not as many rows as A, the
/// communicators differ, or naming an element that is NaN or infinite
/// @throws OverflowError  if a size exceeds LAPACK's 32 bits
/// @collective over the communicator of both; throws on all ranks or on none
/// @cost 2 m n^2 operations; a copy of A, and of B and X on every rank 32 columns at once
/// @example const auto fit = least_squares(a, b);  fit.x, fit.rank, fit.residual_squares[0]
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B>
LeastSquares<ValueOf<A>> least_squares(const A& a, const B& b, std::optional<double> rcond = {},
                                       const LinalgOptions& options = {}) {
  return detail::least_squares<ValueOf<A>>(const_view(a), const_view(b), rcond, options);
}

}  // namespace ashlar
