// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/svd.hpp>
#include <ashlar/move/copy.hpp>

// The pieces of the singular value decomposition. All take a matrix that is at least as long as
// wide, has a column and no NaN or infinity, and are collective over its communicator.

namespace ashlar::detail {

/// Columns of U for an m x n matrix, m >= n.
inline Index columns_of_u(Shape a, SvdVectors vectors) {
  return vectors == SvdVectors::Full ? a.rows : a.cols;
}

/// `a` on rank 0 alone, by ?gesdd; the factors lie on rank 0, too.
/// @throws NotConverged
template <Scalar T>
Svd<T> svd_on_rank_zero(DistMatrix<T> a, SvdVectors vectors);

/// `a` in square blocks, by way of a bidiagonal matrix; the factors lie in its blocks.
/// @throws NotConverged
template <Scalar T>
Svd<T> svd_by_bidiagonal(DistMatrix<T> a, SvdVectors vectors);

/// A real matrix with diagonal d and superdiagonal e, [same] on all ranks.
template <class R>
struct Bidiagonal {
  std::vector<R> d, e;
};

/// Singular values and perhaps vectors of a bidiagonal matrix; U and V^T lie on rank 0.
/// @throws NotConverged
template <class R>
Svd<R> svd_of_bidiagonal(mpi::CommunicatorView comm, const Bidiagonal<R>& b, bool with_vectors);

/// [x, 0; 0, I] in `layout`, with elements of type T.
template <Scalar T, Element X>
DistMatrix<T> bordered(const DistMatrix<X>& x, const Layout& layout) {
  DistMatrix<T> result(x.comm(), layout);
  copy_into(x, result.view({0, x.rows()}, {0, x.cols()}));
  for (Index k = x.cols(); k < layout.shape().cols; ++k) result.set(k, k, T(1));
  return result;
}

}  // namespace ashlar::detail
