// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// A = U H with orthonormal columns in U, m x n, and a Hermitian positive semidefinite H, n x n.
template <Scalar T>
struct [[nodiscard]] Polar {
  DistMatrix<T> u;
  DistMatrix<T> h;
};

namespace detail {
template <Scalar T>
Polar<T> polar_decomposition(MatrixView<const T> a, const LinalgOptions& options);
}

/// The polar decomposition of a matrix that is not wider than long, by its singular value
/// decomposition: U is the matrix with orthonormal columns that is nearest to A. Both lie in A's
/// blocks; H is Hermitian to the last bit.
/// @throws ArgumentError  if A has more columns than rows; else as svd
/// @collective as svd
/// @cost the thin svd and two products
template <MatrixLike A>
requires OneScalarType<A>
Polar<ValueOf<A>> polar_decomposition(const A& a, const LinalgOptions& options = {}) {
  return detail::polar_decomposition<ValueOf<A>>(const_view(a), options);
}

}  // namespace ashlar
