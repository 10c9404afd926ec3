// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/ldlt.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/options.hpp>

namespace ashlar {

namespace detail {
template <Scalar T>
ashlar::RealOf<T> inverse_norm(const LuFactor<T>& factor, Norm kind);
template <Scalar T>
ashlar::RealOf<T> inverse_norm(const CholeskyFactor<T>& factor, Norm kind);
template <Scalar T>
ashlar::RealOf<T> inverse_norm(const LdltFactor<T>& factor, Norm kind);

template <Scalar T>
ashlar::RealOf<T> condition(MatrixView<const T> a, Norm kind, const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> inverse(MatrixView<const T> a, const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> cholesky_inverse(MatrixView<const T> a, Uplo uplo, const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> inverse(const LuFactor<T>& factor, const Layout& layout,
                      const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> inverse(const CholeskyFactor<T>& factor, const Layout& layout,
                      const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> inverse(const LdltFactor<T>& factor, const Layout& layout,
                      const LinalgOptions& options);
}  // namespace detail

/// Estimates the condition number |A| |A^-1| of a square matrix or view (ScaLAPACK p?gecon returns
/// the reciprocal). Its log10 is the number of decimal digits lost in a solution of A X = B.
/// Infinite for a singular matrix, 1 for an empty one.
///
/// The estimate is a lower bound, rarely too small by more than a factor of 3.
/// @param kind  [same] Norm::One or Norm::Inf
/// @throws ArgumentError  for another norm, or unless A is square with finite values
/// @collective
/// @cost an LU factorisation with a copy of A, and at most 10 solutions
/// @example if (condition(a) > 1e12) warn();
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
RealOf<ValueOf<A>> condition(const A& a, Norm kind = Norm::One, const LinalgOptions& options = {}) {
  return detail::condition<ValueOf<A>>(detail::const_view(a), kind, options);
}

/// Condition number of a factored matrix in the one-norm (ScaLAPACK p?gecon, p?pocon; LAPACK
/// ?sycon).
/// @param norm_of_a  [same] norm(a, Norm::One), which the factor lacks
/// @collective
/// @cost at most 10 solutions
/// @example const double size = norm(a, Norm::One);  condition(lu_factor(a), size);
template <Scalar T, template <class> class Factor>
requires requires(const Factor<T>& f) { detail::inverse_norm(f, Norm::One); }
RealOf<T> condition(const Factor<T>& factor, std::type_identity_t<RealOf<T>> norm_of_a) {
  if (factor.size() == 0) return 1;
  if (!factor.outcome().ok() || norm_of_a == 0) return std::numeric_limits<RealOf<T>>::infinity();
  return norm_of_a * detail::inverse_norm(factor, Norm::One);
}

/// Determinant of a factored matrix as phase and logarithm [same]; 0 if the factor is singular.
/// @throws NotPositiveDefinite  if the Cholesky factorisation failed
/// @collective
/// @cost an Allreduce of the diagonal
template <Scalar T>
LogDeterminant<T> log_determinant(const LuFactor<T>& factor);
template <Scalar T>
LogDeterminant<T> log_determinant(const CholeskyFactor<T>& factor);
template <Scalar T>
LogDeterminant<T> log_determinant(const LdltFactor<T>& factor) {
  return factor.determinant();
}

/// Determinant of a square matrix or view by LU (ScaLAPACK p?getrf), as phase and logarithm against
/// overflow; 1 for an empty matrix, 0 for a singular one.
/// @throws ArgumentError  unless A is square with finite values
/// @collective
/// @cost an LU factorisation and a copy of A
/// @example determinant(a).log_abs;  determinant(a).value();
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
LogDeterminant<ValueOf<A>> determinant(const A& a, const LinalgOptions& options = {}) {
  return log_determinant(lu_factor(a, options));
}

/// Inverse of a square matrix or view by LU with partial pivoting (ScaLAPACK p?getri), in A's
/// layout. solve is four times faster and more accurate for A X = B.
/// @throws SingularMatrix  if U has an exact zero on its diagonal
/// @throws ArgumentError   unless A is square with finite values
/// @collective
/// @cost 4/3 n^3 multiplications; a copy of A and one of the identity
/// @example const auto covariance = inverse(information);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> inverse(const A& a, const LinalgOptions& options = {}) {
  return detail::inverse<ValueOf<A>>(detail::const_view(a), options);
}

/// Inverse of a Hermitian (real: symmetric) positive definite matrix or view (ScaLAPACK p?potri),
/// full and exactly Hermitian, in A's layout.
/// @param uplo  [same] stored triangle, Lower or Upper
/// @throws NotPositiveDefinite  if a leading minor is not positive
/// @throws ArgumentError  unless A is square with finite values
/// @collective
/// @cost 7/6 n^3 multiplications; a copy of A and one of the identity
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> cholesky_inverse(const A& a, Uplo uplo = Uplo::Lower,
                                        const LinalgOptions& options = {}) {
  return detail::cholesky_inverse<ValueOf<A>>(detail::const_view(a), uplo, options);
}

/// Inverse of a factored matrix, in `layout`.
/// @throws SingularMatrix, NotPositiveDefinite  unless the outcome is ok
/// @throws ArgumentError  if the shape of the layout is not that of A
/// @collective
template <Scalar T, template <class> class Factor>
requires requires(const Factor<T>& f) { f.size(); }
DistMatrix<T> inverse(const Factor<T>& factor, const Layout& layout,
                      const LinalgOptions& options = {}) {
  return detail::inverse<T>(factor, layout, options);
}

}  // namespace ashlar
