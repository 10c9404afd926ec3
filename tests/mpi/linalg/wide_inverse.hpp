// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "oracle.hpp"

namespace ashlar::test {

/// The inverse by Gauss and Jordan with row exchanges, in extended precision.
template <Scalar T>
Wide<T> inverse_of(Wide<T> a) {
  const Index n = a.shape.rows;
  Wide<T> x(a.shape);
  for (Index i = 0; i < n; ++i) x(i, i) = 1;
  for (Index k = 0; k < n; ++k) {
    Index best = k;
    for (Index i = k; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(best, k))) best = i;
    for (Index j = 0; j < n; ++j) {
      std::swap(a(k, j), a(best, j));
      std::swap(x(k, j), x(best, j));
    }
    const auto pivot = a(k, k);
    for (Index j = 0; j < n; ++j) {
      a(k, j) /= pivot;
      x(k, j) /= pivot;
    }
    for (Index i = 0; i < n; ++i) {
      if (i == k) continue;
      const auto factor = a(i, k);
      for (Index j = 0; j < n; ++j) {
        a(i, j) -= factor * a(k, j);
        x(i, j) -= factor * x(k, j);
      }
    }
  }
  return x;
}

}  // namespace ashlar::test
