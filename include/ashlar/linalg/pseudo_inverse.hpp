// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/rank.hpp>

namespace ashlar {

namespace detail {
template <Scalar T>
DistMatrix<T> pseudo_inverse(MatrixView<const T> a, const RankOptions& options);
}

/// The Moore-Penrose inverse V S^+ U^H, n x m in A's blocks, where singular values of at most rcond
/// times the largest count as zero. pseudo_inverse(a) b is the shortest x that makes |A x - b|
/// least.
/// @collective as svd, with the same errors
/// @cost the thin svd and one product
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> pseudo_inverse(const A& a, const RankOptions& options = {}) {
  return detail::pseudo_inverse<ValueOf<A>>(const_view(a), options);
}

}  // namespace ashlar
