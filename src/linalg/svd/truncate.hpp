// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/rank.hpp>
#include <ashlar/linalg/svd.hpp>

// Parts of a singular value decomposition.

namespace ashlar::detail {

/// Number of the falling `values` that exceed `least`.
template <class R>
Index count_above(const std::vector<R>& values, double least) {
  return std::count_if(values.begin(), values.end(),
                       [&](R value) { return static_cast<double>(value) > least; });
}

/// Number of the falling `values` of a matrix of `shape` that exceed rcond times the first. Without
/// rcond, a value next to the limit may be rounding error on one number of ranks and less than the
/// limit on another: those within a factor of 8 of it are cut where the gap between two is widest.
template <class R>
Index count_above(const std::vector<R>& values, Shape shape, const std::optional<double>& rcond) {
  if (values.empty()) return 0;
  const double largest = static_cast<double>(values.front());
  if (rcond) return count_above(values, *rcond * largest);
  constexpr double doubt = 8;
  const double limit = static_cast<double>(std::max(shape.rows, shape.cols)) *
                       static_cast<double>(std::numeric_limits<R>::epsilon()) * largest;
  const Index sure = count_above(values, doubt * limit), most = count_above(values, limit / doubt);
  if (sure == 0) return count_above(values, limit);  // of zeros, or too long for any to be sure
  Index best = sure;
  double widest = 0;
  for (Index k = sure; k <= most; ++k) {
    const double above = static_cast<double>(values[static_cast<std::size_t>(k - 1)]);
    const double below =
        k < most ? static_cast<double>(values[static_cast<std::size_t>(k)]) : limit / doubt;
    if (above / below <= widest) continue;
    widest = above / below;
    best = k;
  }
  return best;
}

/// Multiplies column j by factors[j] for all j that there are factors for. [local]
template <Scalar T>
void scale_columns(DistMatrix<T>& a, const std::vector<ashlar::RealOf<T>>& factors) {
  const LocalView<T> local = a.local();
  for (Index jl = 0; jl < local.cols; ++jl) {
    const std::size_t j = static_cast<std::size_t>(a.global_col(jl));
    if (j >= factors.size()) return;
    for (Index il = 0; il < local.rows; ++il) local(il, jl) *= factors[j];
  }
}

/// Columns [0, k), and rows [0, k).
template <Scalar T>
MatrixView<const T> first_columns(const DistMatrix<T>& a, Index k) {
  return a.view({0, a.rows()}, {0, k});
}
template <Scalar T>
MatrixView<const T> first_rows(const DistMatrix<T>& a, Index k) {
  return a.view({0, k}, {0, a.cols()});
}

/// op(a) op(b) in `layout`.
template <Scalar T>
DistMatrix<T> product(Op op_a, MatrixView<const T> a, Op op_b, MatrixView<const T> b,
                      const Layout& layout) {
  DistMatrix<T> result(a.comm(), layout);
  ashlar::gemm(a, b, result, {.op_a = op_a, .op_b = op_b});
  return result;
}

}  // namespace ashlar::detail
