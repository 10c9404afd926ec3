// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/ldlt.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/one_scalar_type.hpp>

namespace ashlar {

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
