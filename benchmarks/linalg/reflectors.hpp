// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "linalg/vectors.hpp"

namespace ashlar::bench {

/// Columns [first, last) of `a` below its diagonal, on every rank, in column-major order.
/// @collective
template <Scalar T>
Vector<T> columns_below_diagonal(const DistMatrix<T>& a, Index first, Index last) {
  Vector<T> all(static_cast<std::size_t>((last - first) * a.rows()));
  a.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    if (j < first || j >= last) return;
    for (Index k = std::clamp<Index>(j + 1 - i, 0, count); k < count; ++k)
      all[static_cast<std::size_t>((j - first) * a.rows() + i + k)] =
          static_cast<Wide<T>>(a.local()(il + k, jl));
  });
  sum_over_ranks(a.comm(), all);
  return all;
}

/// Q x = H(1) H(2) … H(n) x by plain loops, with H(k) = I - tau(k) v(k) v(k)^H stored by ?geqrf
/// below the diagonal of `factors`.
/// @param tau  [same] of all columns
/// @collective
template <Scalar T>
Vector<T> apply_reflectors(const DistMatrix<T>& factors, const Vector<T>& tau, Vector<T> x) {
  constexpr Index panel = 128;
  const Index m = factors.rows(), n = static_cast<Index>(tau.size());
  for (Index last = n; last > 0; last = (last - 1) / panel * panel) {
    const Index first = (last - 1) / panel * panel;
    Vector<T> columns = columns_below_diagonal(factors, first, last);
    for (Index k = last; k-- > first;) {
      Wide<T>* v = columns.data() + (k - first) * m;
      v[k] = 1;
      Wide<T> sum = 0;
      for (Index i = k; i < m; ++i) sum += conjugate(v[i]) * x[static_cast<std::size_t>(i)];
      sum *= tau[static_cast<std::size_t>(k)];
      for (Index i = k; i < m; ++i) x[static_cast<std::size_t>(i)] -= v[i] * sum;
    }
  }
  return x;
}

/// TAU of p?geqrf, distributed by columns, as one vector on all ranks. @collective
template <Scalar T>
Vector<T> whole_tau(const DistMatrix<T>& factors, const std::vector<T>& tau) {
  Vector<T> whole(static_cast<std::size_t>(std::min(factors.rows(), factors.cols())));
  if (factors.coord() && factors.coord()->row == 0)
    for (Index jl = 0; jl < factors.local_cols(); ++jl) {
      const Index j = factors.global_col(jl);
      if (j < static_cast<Index>(whole.size()))
        whole[static_cast<std::size_t>(j)] =
            static_cast<Wide<T>>(tau[static_cast<std::size_t>(jl)]);
    }
  sum_over_ranks(factors.comm(), whole);
  return whole;
}

}  // namespace ashlar::bench
