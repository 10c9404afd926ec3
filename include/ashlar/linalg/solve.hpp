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

/// Precision of a factorisation.
enum class Precision {
  Working,  ///< that of the elements
  /// Single precision for double elements, about twice as fast, with refinement to double accuracy.
  /// The refinement ends when |r| <= sqrt(n) 2^-53 |A| |x| for every column (infinity norms). If it
  /// does not converge, double.
  Mixed,
};

constexpr std::string_view to_string(Precision precision) {
  return precision == Precision::Mixed ? "mixed" : "working";
}

/// Report of a solution [same].
struct SolveReport {
  Algorithm algorithm = Algorithm::Automatic;  ///< of the factorisation
  Precision precision = Precision::Working;    ///< of the final factors
  bool fell_back = false;                      ///< mixed precision did not converge
  int refinement_steps = 0;                    ///< largest number of corrections of a column
  double seconds = 0;                          ///< of the slowest rank, without the report
  double residual = 0;                         ///< scaled_residual: correct below 16
  /// Estimate of |A| |A^-1| in the infinity norm; its log10 is the number of lost digits.
  double condition = 0;
  std::string moved;    ///< [local] LinalgOptions::note: algorithm and moves
  std::string warning;  ///< a sentence if X has no correct digit despite a small residual; the
                        ///< warning handler gets it on rank 0
};

/// Options of solve and cholesky_solve.
/// @example SolveReport report;  x = solve(a, b, {.precision = Precision::Mixed, .report =
/// &report});
struct SolveOptions {
  Uplo uplo = Uplo::Lower;                   ///< [same] stored triangle in cholesky_solve
  Precision precision = Precision::Working;  ///< [same]
  /// [same] maximum number of corrections in working precision, which end when the backward error
  /// of B no longer halves; ignored in mixed precision
  int refine = 0;
  SolveReport* report = nullptr;  ///< [same] null on all ranks or none; costs further solutions
  LinalgOptions how = {};
};

/// Minimum-norm least-squares solution.
template <Scalar T>
struct LeastSquares {
  DistMatrix<T> x;  ///< n rows, otherwise B's layout
  Index rank = 0;   ///< of A, up to rcond
  /// [same] |A x - b|^2 of each column of B; 0 up to rounding if A has full row rank
  std::vector<double> residual_squares;
};

namespace detail {
template <Scalar T>
DistMatrix<T> solve(MatrixView<const T> a, MatrixView<const T> b, const SolveOptions& options);
template <Scalar T>
DistMatrix<T> cholesky_solve(MatrixView<const T> a, MatrixView<const T> b,
                             const SolveOptions& options);
template <Scalar T>
LeastSquares<T> least_squares(MatrixView<const T> a, MatrixView<const T> b,
                              std::optional<double> rcond, const LinalgOptions& options);
}  // namespace detail

/// Solves A X = B by LU with partial pivoting (ScaLAPACK p?gesv); X has B's layout. Options are
/// refinement (LAPACK ?gerfs), mixed precision (dsgesv, zcgesv), which has no effect on single
/// precision, and a report on accuracy (?gesvx).
/// @throws SingularMatrix  if U has an exact zero on its diagonal
/// @throws ArgumentError   for mismatched shapes, negative `refine`, NaN or infinity
/// @throws OverflowError   as lu_factor
/// @collective
/// @cost an LU factorisation and a copy of A; per correction a pass over A and two triangular
/// solutions, with 32 columns of B and X on every rank. Mixed precision: a copy of A in half its
/// memory; without convergence both factorisations
/// @example auto x = solve(a, b, {.precision = Precision::Mixed});
template <detail::PlacedLike A, detail::PlacedLike B>
requires detail::OneScalarType<A, B>
DistMatrix<ValueOf<A>> solve(const A& a, const B& b, const SolveOptions& options = {}) {
  return detail::solve<ValueOf<A>>(detail::const_view(a), detail::const_view(b), options);
}

/// Solves A X = B for a Hermitian positive definite A by Cholesky (ScaLAPACK p?posv; LAPACK ?porfs,
/// dsposv, ?posvx); X has B's layout.
/// @throws NotPositiveDefinite  if a leading minor is not positive
/// @throws ArgumentError, OverflowError  as solve
/// @collective
/// @cost as solve, with half of the operations
/// @example auto x = cholesky_solve(a, b, {.uplo = Uplo::Upper, .report = &report});
template <detail::PlacedLike A, detail::PlacedLike B>
requires detail::OneScalarType<A, B>
DistMatrix<ValueOf<A>> cholesky_solve(const A& a, const B& b, const SolveOptions& options = {}) {
  return detail::cholesky_solve<ValueOf<A>>(detail::const_view(a), detail::const_view(b), options);
}

/// Minimum-norm X with least |A X - B| for an A of any shape and rank (LAPACK ?gels, ?gelsy;
/// ScaLAPACK p?gels).
///
/// Columns count as dependent if the reciprocal condition of R is at most rcond. In that case, and
/// always with Algorithm::OneRank, a complete orthogonal factorisation with column pivoting gives X
/// and the rank.
/// @param rcond  [same] nullopt: max(m, n) eps, as in NumPy
/// @throws ArgumentError  for negative or NaN rcond, mismatched rows or communicators, NaN or
/// infinity
/// @throws OverflowError  if a size exceeds LAPACK's 32 bits
/// @collective
/// @cost 2 m n^2 operations; a copy of A, and 32 columns of B and X on every rank
/// @example const auto fit = least_squares(a, b);  fit.x, fit.rank, fit.residual_squares[0]
template <detail::PlacedLike A, detail::PlacedLike B>
requires detail::OneScalarType<A, B>
LeastSquares<ValueOf<A>> least_squares(const A& a, const B& b, std::optional<double> rcond = {},
                                       const LinalgOptions& options = {}) {
  return detail::least_squares<ValueOf<A>>(detail::const_view(a), detail::const_view(b), rcond,
                                           options);
}

}  // namespace ashlar
