// SPDX-License-Identifier: BSD-3-Clause
#include "secular.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/fortran/lapack_spectral.hpp"

namespace ashlar::detail {
namespace {

// In double, against overflow of squares.
template <class R>
R length_of(const R* x, Index count) {
  double sum = 0;
  for (Index i = 0; i < count; ++i) sum += double{x[i]} * double{x[i]};
  return static_cast<R>(std::sqrt(sum));
}

// x := x / |x|, permuted except for the first element.
template <class R>
void normalise(R* x, Index count, const std::int32_t* order, R* copy) {
  const R length = length_of(x, count);
  std::copy_n(x, count, copy);
  x[0] = copy[0] / length;
  for (Index i = 1; i < count; ++i) x[i] = copy[order[i] - 1] / length;
}

}  // namespace

template <class R>
int SecularShare<R>::find_roots(Index k, Range mine, const R* poles, const R* z, R* d,
                                R* products) {
  k_ = k;
  mine_ = mine;
  const R length = length_of(z, k);
  for (Index i = 0; i < k; ++i) z_[static_cast<std::size_t>(i)] = z[i] / length;
  const R rho = length * length;
  std::fill_n(products, k, R(1));
  const int order = static_cast<int>(k);
  for (Index j = mine.first; j < mine.last; ++j) {
    R* const differences = left_.data() + (j - mine.first) * k;
    R* const sums = right_.data() + (j - mine.first) * k;
    const int which = static_cast<int>(j) + 1;
    int info = 0;
    fortran::lasd4<R>(&order, &which, poles, z_.data(), differences, &rho, d + j, sums, &info);
    if (info != 0) return info;
    // A root lies between the poles next to i; the last one has no upper pole.
    for (Index i = 0; i < k; ++i) {
      products[i] *= differences[i] * sums[i];
      const Index other = j < i ? j : j + 1;
      if (other < k)
        products[i] = products[i] / (poles[i] - poles[other]) / (poles[i] + poles[other]);
    }
  }
  return 0;
}

template <class R>
void SecularShare<R>::make_vectors(const R* poles, const R* z, const R* signs,
                                   const std::int32_t* order) {
  const Index k = k_;
  std::vector<R>& weights = z_;
  for (Index i = 0; i < k; ++i)
    weights[static_cast<std::size_t>(i)] = std::copysign(std::sqrt(std::abs(z[i])), signs[i]);
  std::vector<R> copy(static_cast<std::size_t>(k));
  for (Index j = 0; j < count(); ++j) {
    R* const left = left_.data() + j * k;
    R* const right = right_.data() + j * k;
    for (Index i = 0; i < k; ++i) {
      right[i] = weights[static_cast<std::size_t>(i)] / left[i] / right[i];
      left[i] = poles[i] * right[i];
    }
    left[0] = -1;
    normalise(left, k, order, copy.data());
    normalise(right, k, order, copy.data());
  }
}

template class SecularShare<float>;
template class SecularShare<double>;

}  // namespace ashlar::detail
