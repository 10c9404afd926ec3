// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of low_rank: the smallest rank that meets `tolerance`, but not more than `max_rank`.
struct LowRankOptions {
  Index max_rank = std::numeric_limits<Index>::max();  ///< [same]
  double tolerance = 0;  ///< [same] for |A - A_k| / |A| in the Frobenius norm
  LinalgOptions how = {};
};

/// The best approximation A_k = left right of rank k.
template <Scalar T>
struct [[nodiscard]] LowRank {
  DistMatrix<T> left;                     ///< U_k S_k, m x k
  DistMatrix<T> right;                    ///< V_k^H, k x n
  std::vector<ashlar::RealOf<T>> values;  ///< the k singular values, falling
  double error2 = 0;                      ///< |A - A_k| in the 2-norm: the next singular value
  double error_frobenius = 0;             ///< |A - A_k| in the Frobenius norm

  Index rank() const { return static_cast<Index>(values.size()); }
};

namespace detail {
template <Scalar T>
LowRank<T> low_rank(MatrixView<const T> a, const LowRankOptions& options);
}

/// The best approximation of A by two thin factors (Eckart and Young), with the errors that it
/// makes. The factors lie in A's blocks.
/// @throws ArgumentError  if max_rank is negative or tolerance negative or no number; else as svd
/// @collective, @cost as svd
/// @example const auto [left, right, s, error2, error] = low_rank(photo, {.tolerance = 0.01});
template <MatrixLike A>
requires OneScalarType<A>
LowRank<ValueOf<A>> low_rank(const A& a, const LowRankOptions& options) {
  return detail::low_rank<ValueOf<A>>(const_view(a), options);
}

}  // namespace ashlar
