// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of rank and of the bases: which singular values count as zero.
struct RankOptions {
  /// [same] Those of at most rcond times the largest. Nothing: max(m, n) eps, with eps = 2^-52
  /// (2^-23 in single precision), as NumPy and MATLAB have it.
  std::optional<double> rcond = {};
  LinalgOptions how = {};
};

namespace detail {
template <Scalar T>
Index rank(MatrixView<const T> a, const RankOptions& options);
template <Scalar T>
DistMatrix<T> orthonormal_basis(MatrixView<const T> a, const RankOptions& options);
template <Scalar T>
DistMatrix<T> null_space(MatrixView<const T> a, const RankOptions& options);
}  // namespace detail

/// The numerical rank: how many singular values exceed rcond times the largest.
/// @collective as svd, with the same errors
/// @cost that of the singular values
/// @example if (rank(a) < a.cols()) ...
template <MatrixLike A>
requires OneScalarType<A>
Index rank(const A& a, const RankOptions& options = {}) {
  return detail::rank<ValueOf<A>>(const_view(a), options);
}

/// Orthonormal columns that span the range of A: the first rank(a) columns of U, m x rank, in A's
/// blocks.
/// @collective as svd, with the same errors and cost
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> orthonormal_basis(const A& a, const RankOptions& options = {}) {
  return detail::orthonormal_basis<ValueOf<A>>(const_view(a), options);
}

/// Orthonormal columns that span {x : A x = 0}: the last columns of V, n x (n - rank), in A's
/// blocks.
/// @collective as svd, with the same errors and cost
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> null_space(const A& a, const RankOptions& options = {}) {
  return detail::null_space<ValueOf<A>>(const_view(a), options);
}

}  // namespace ashlar
