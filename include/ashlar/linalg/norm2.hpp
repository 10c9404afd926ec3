// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/svd.hpp>

namespace ashlar {

/// The 2-norm of A, its largest singular value, to working precision; 0 for an empty matrix.
/// @collective as singular_values, with the same errors and cost
template <MatrixLike A>
requires OneScalarType<A>
RealOf<ValueOf<A>> norm2(const A& a, const LinalgOptions& options = {}) {
  const auto values = singular_values(a, options);
  return values.empty() ? 0 : values.front();
}

/// The condition of A in the 2-norm, its largest singular value over its smallest: infinite where
/// that is zero, 0 for an empty matrix. A condition near 1 / eps means that no digit is certain.
/// @collective as singular_values, with the same errors and cost
template <MatrixLike A>
requires OneScalarType<A>
RealOf<ValueOf<A>> condition2(const A& a, const LinalgOptions& options = {}) {
  using R = RealOf<ValueOf<A>>;
  const auto values = singular_values(a, options);
  if (values.empty()) return 0;
  return values.back() > 0 ? values.front() / values.back() : std::numeric_limits<R>::infinity();
}

}  // namespace ashlar
