// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <type_traits>

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/ldlt.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/options.hpp>

namespace ashlar {

namespace detail {

/// X with A X = B, or with A^H X = B, for a B of one column.
template <Scalar T>
using SolveColumn = std::function<DistMatrix<T>(const DistMatrix<T>&)>;

/// Lower bound of |A^-1|_1, nearly always within a factor of 3 (LAPACK ?lacn2: Hager, Higham);
/// infinite where a solution overflows. Between 3 and 11 solutions.
template <Scalar T>
ashlar::RealOf<T> estimate_inverse_norm(mpi::CommunicatorView comm, Index n,
                                        const SolveColumn<T>& solve,
                                        const SolveColumn<T>& solve_adjoint);

template <Scalar T>
ashlar::RealOf<T> inverse_norm(const LuFactor<T>& factor, Norm kind);
template <Scalar T>
ashlar::RealOf<T> inverse_norm(const CholeskyFactor<T>& factor, Norm kind);
template <Scalar T>
ashlar::RealOf<T> inverse_norm(const LdltFactor<T>& factor, Norm kind);

template <Scalar T>
ashlar::RealOf<T> condition(MatrixView<const T> a, Norm kind, const LinalgOptions& options);

}  // namespace detail

/// Estimate of |A| |A^-1| of a square matrix or view in any layout (ScaLAPACK p?gecon, which gives
/// the reciprocal): log10 of it is the number of decimal digits that a solution of A X = B loses.
/// Infinite for a singular matrix, 1 for an empty one.
///
/// The estimate is a lower bound, seldom by more than a factor of 3. The same matrix, layout and
/// ranks give the same number.
/// @param kind  [same] Norm::One or Norm::Inf
/// @throws ArgumentError  if A is not square, the norm is neither One nor Inf, or naming an element
/// that is NaN or infinite
/// @collective over a.comm(); throws on all ranks or on none
/// @cost an LU factorisation and up to 11 solutions with one right-hand side; a copy of A
/// @example if (condition(a) > 1e12) warn();
template <MatrixLike A>
requires OneScalarType<A>
RealOf<ValueOf<A>> condition(const A& a, Norm kind = Norm::One, const LinalgOptions& options = {}) {
  return detail::condition<ValueOf<A>>(const_view(a), kind, options);
}

/// The same of a matrix that is factored already (LuFactor, CholeskyFactor, LdltFactor), in the
/// one-norm (ScaLAPACK p?gecon, p?pocon; LAPACK ?sycon).
/// @param norm_of_a  [same] norm(a, Norm::One), which the factor does not hold
/// @collective over the factor's communicator
/// @cost up to 11 solutions with one right-hand side
/// @example const double size = norm(a, Norm::One);  condition(lu_factor(a), size);
template <Scalar T, template <class> class Factor>
requires requires(const Factor<T>& f) { detail::inverse_norm(f, Norm::One); }
RealOf<T> condition(const Factor<T>& factor, std::type_identity_t<RealOf<T>> norm_of_a) {
  if (factor.size() == 0) return 1;
  if (!factor.outcome().ok() || norm_of_a == 0) return std::numeric_limits<RealOf<T>>::infinity();
  return norm_of_a * detail::inverse_norm(factor, Norm::One);
}

/// The determinant of a matrix that is factored already, as phase and logarithm; 0 if the factor is
/// singular. The same on every rank; which layout the factor has does not matter.
/// @throws NotPositiveDefinite  if the Cholesky factorisation did not succeed
/// @collective over the factor's communicator
/// @cost an Allreduce of the diagonal
template <Scalar T>
LogDeterminant<T> log_determinant(const LuFactor<T>& factor);
template <Scalar T>
LogDeterminant<T> log_determinant(const CholeskyFactor<T>& factor);
template <Scalar T>
LogDeterminant<T> log_determinant(const LdltFactor<T>& factor) {
  return factor.determinant();
}

/// The determinant of a square matrix or view in any layout by LU (ScaLAPACK p?getrf), as phase and
/// logarithm, since the number itself seldom fits; 1 for an empty matrix, 0 for a singular one.
/// @throws ArgumentError  if A is not square, or naming an element that is NaN or infinite
/// @collective over a.comm(); throws on all ranks or on none
/// @cost an LU factorisation and a copy of A
/// @example determinant(a).log_abs;  determinant(a).value();
template <MatrixLike A>
requires OneScalarType<A>
LogDeterminant<ValueOf<A>> determinant(const A& a, const LinalgOptions& options = {}) {
  return log_determinant(lu_factor(a, options));
}

namespace detail {
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

/// A^-1 of a square matrix or view by LU with partial pivoting (what ScaLAPACK p?getri gives), in
/// A's layout. To solve A X = B take solve: it is four times faster and more accurate.
/// @throws SingularMatrix  with the 0-based pivot, if U has an exact zero on its diagonal
/// @throws ArgumentError   if A is not square, or naming an element that is NaN or infinite
/// @collective over a.comm(); throws on all ranks or on none
/// @cost 4/3 n^3 multiplications; a copy of A and one of the identity
/// @example const auto covariance = inverse(information);
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> inverse(const A& a, const LinalgOptions& options = {}) {
  return detail::inverse<ValueOf<A>>(const_view(a), options);
}

/// A^-1 of a Hermitian (real: symmetric) positive definite matrix or view (what ScaLAPACK p?potri
/// gives), in A's layout, both triangles filled and exactly Hermitian.
/// @param uplo  [same] the triangle that holds A, Lower or Upper
/// @throws NotPositiveDefinite  with the 0-based pivot, if a leading minor is not positive
/// @throws ArgumentError  if A is not square, or naming an element that is NaN or infinite
/// @collective over a.comm(); throws on all ranks or on none
/// @cost 7/6 n^3 multiplications; a copy of A and one of the identity
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> cholesky_inverse(const A& a, Uplo uplo = Uplo::Lower,
                                        const LinalgOptions& options = {}) {
  return detail::cholesky_inverse<ValueOf<A>>(const_view(a), uplo, options);
}

/// A^-1 of a matrix that is factored already (LuFactor, CholeskyFactor, LdltFactor), in `layout`.
/// @throws SingularMatrix, NotPositiveDefinite  with the pivot, if the outcome is not ok
/// @throws ArgumentError  if the layout is not that of a matrix of the factor's order
/// @collective over the factor's communicator
template <Scalar T, template <class> class Factor>
requires requires(const Factor<T>& f) { f.size(); }
DistMatrix<T> inverse(const Factor<T>& factor, const Layout& layout,
                      const LinalgOptions& options = {}) {
  return detail::inverse<T>(factor, layout, options);
}

}  // namespace ashlar
