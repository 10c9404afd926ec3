// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/svd.hpp>
#include <ashlar/move/copy.hpp>

// Steps of the singular value decomposition, collective over the matrix's communicator. Matrices
// are finite, nonempty, and not wide.

namespace ashlar::detail {

inline Index columns_of_u(Shape a, SvdVectors vectors) {
  return vectors == SvdVectors::Full ? a.rows : a.cols;
}

/// ?gesdd on rank 0, where the factors remain.
/// @throws NotConverged
template <Scalar T>
Svd<T> svd_on_rank_zero(DistMatrix<T> a, SvdVectors vectors);

/// Decomposes `a`, in square blocks, by a bidiagonal matrix; factors have its blocks.
/// @throws NotConverged
template <Scalar T>
Svd<T> svd_by_bidiagonal(DistMatrix<T> a, SvdVectors vectors);

/// A real matrix with diagonal d and superdiagonal e. [same]
template <class R>
struct Bidiagonal {
  std::vector<R> d, e;
};

/// Decomposes a bidiagonal matrix; U and V^T are on rank 0.
/// @throws NotConverged
template <class R>
Svd<R> svd_of_bidiagonal(mpi::CommunicatorView comm, const Bidiagonal<R>& b, bool with_vectors);

/// [x, 0; 0, I] in `layout`.
template <Scalar T, Element X>
DistMatrix<T> bordered(const DistMatrix<X>& x, const Layout& layout) {
  DistMatrix<T> result(x.comm(), layout);
  copy_into(x, result.view({0, x.rows()}, {0, x.cols()}));
  for (Index k = x.cols(); k < layout.shape().cols; ++k) result.set(k, k, T(1));
  return result;
}

}  // namespace ashlar::detail
