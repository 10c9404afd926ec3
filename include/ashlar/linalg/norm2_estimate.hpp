// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of norm2_estimate: when its iteration ends.
struct Norm2Options {
  double tolerance = 1e-3;   ///< [same] ends when a step raises the estimate by less than this part
  int max_iterations = 100;  ///< [same] products with A and A^H each
  std::uint64_t seed = 1;    ///< [same] of the random vector that it starts from
};

/// Estimate of the 2-norm, and how it was found.
struct Norm2Estimate {
  double value = 0;  ///< never above the norm, but for rounding
  int iterations = 0;
  bool has_converged = true;  ///< true if the tolerance ended it
};

namespace detail {
template <Scalar T>
Norm2Estimate norm2_estimate(const MatrixView<const T>& a, const Norm2Options& options);
}  // namespace detail

/// The 2-norm of A, its largest singular value, from below, by power iteration on A^H A. The error
/// is some times the tolerance where the next singular values are close; norm2 is exact and costs
/// an SVD of the values.
///
/// 0 for an empty matrix; NaN or infinity, if A holds one. The same bits in every run.
/// @throws ArgumentError  if the tolerance is negative or NaN, or max_iterations below 1
/// @collective over a.comm(), idle ranks included
/// @cost two gemv an iteration; three vectors of extra memory
/// @example const double size = norm2_estimate(a).value;
template <MatrixLike A>
requires OneScalarType<A>
Norm2Estimate norm2_estimate(const A& a, const Norm2Options& options = {}) {
  return detail::norm2_estimate<ValueOf<A>>(const_view(a), options);
}

}  // namespace ashlar
