// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

namespace detail {
template <Scalar T>
Index rank(MatrixView<const T> a, std::optional<double> rcond, const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> orthonormal_basis(MatrixView<const T> a, std::optional<double> rcond,
                                const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> null_space(MatrixView<const T> a, std::optional<double> rcond,
                         const LinalgOptions& options);
}  // namespace detail

/// The numerical rank: how many singular values exceed rcond times the largest.
/// @param rcond  [same] nothing: max(m, n) eps, with eps = 2^-52 (2^-23 in single precision), as
/// NumPy and MATLAB have it
/// @throws ArgumentError  if rcond is negative or NaN
/// @collective as svd, with the same errors
/// @cost that of the singular values
/// @example if (rank(a) < a.cols()) ...
template <MatrixLike A>
requires OneScalarType<A>
Index rank(const A& a, std::optional<double> rcond = {}, const LinalgOptions& options = {}) {
  return detail::rank<ValueOf<A>>(const_view(a), rcond, options);
}

/// Orthonormal columns that span the range of A: the first rank(a) columns of U, m x rank, in A's
/// blocks.
/// @collective as svd, with the same errors and cost
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> orthonormal_basis(const A& a, std::optional<double> rcond = {},
                                         const LinalgOptions& options = {}) {
  return detail::orthonormal_basis<ValueOf<A>>(const_view(a), rcond, options);
}

/// Orthonormal columns that span {x : A x = 0}: the last columns of V, n x (n - rank), in A's
/// blocks.
/// @collective as svd, with the same errors and cost
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> null_space(const A& a, std::optional<double> rcond = {},
                                  const LinalgOptions& options = {}) {
  return detail::null_space<ValueOf<A>>(const_view(a), rcond, options);
}

}  // namespace ashlar
