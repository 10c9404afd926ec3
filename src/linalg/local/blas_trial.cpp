// SPDX-License-Identifier: BSD-3-Clause
#include "blas_trial.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>

#include "linalg/fortran/blas.hpp"
#include "openblas.hpp"

namespace ashlar::local {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class T>
T trial_value(Index k) {
  const auto part = [](Index i) {
    return static_cast<RealOf<T>>(static_cast<double>((i * 2654435761U) % 1009) / 1009 - 0.5);
  };
  if constexpr (is_complex<T>) return T(part(k), part(k + 7));
  else return part(k);
}

template <class T>
T value_of_op(const std::vector<T>& a, int ld, char op, int i, int j) {
  const auto at = [&](int row, int col) {
    return a[static_cast<std::size_t>(row) +
             static_cast<std::size_t>(col) * static_cast<std::size_t>(ld)];
  };
  if (op == 'N') return at(i, j);
  if constexpr (is_complex<T>)
    if (op == 'C') return std::conj(at(j, i));
  return at(j, i);
}

/// Compares a product with a triple loop.
template <class T>
bool is_product_right(char op_a, char op_b, int m, int n, int k) {
  const int rows_a = op_a == 'N' ? m : k, rows_b = op_b == 'N' ? k : n;
  std::vector<T> a(static_cast<std::size_t>(m) * static_cast<std::size_t>(k)),
      b(static_cast<std::size_t>(k) * static_cast<std::size_t>(n)),
      c(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
  Index number = 0;
  for (std::vector<T>* x : {&a, &b, &c})
    for (T& value : *x) value = trial_value<T>(++number);
  const std::vector<T> before = c;
  const T alpha(2), beta(-1);
  fortran::gemm<T>(&op_a, &op_b, &m, &n, &k, &alpha, a.data(), &rows_a, b.data(), &rows_b, &beta,
                   c.data(), &m, 1, 1);
  const auto eps = std::numeric_limits<RealOf<T>>::epsilon();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      const auto at =
          static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * static_cast<std::size_t>(m);
      T sum(0);
      for (int l = 0; l < k; ++l)
        sum += value_of_op(a, rows_a, op_a, i, l) * value_of_op(b, rows_b, op_b, l, j);
      const auto error = std::abs(c[at] - (alpha * sum + beta * before[at]));
      if (!(error <= static_cast<RealOf<T>>(8 * (k + 4)) * eps)) return false;
    }
  return true;
}

template <class T>
bool are_products_right() {
  constexpr int sizes[][3] = {{1, 1, 1},    {3, 5, 7},    {17, 2, 33},  {31, 33, 65},
                              {64, 64, 64}, {97, 101, 5}, {5, 130, 96}, {129, 67, 257}};
  for (const char op_a : {'N', 'T', 'C'})
    for (const char op_b : {'N', 'T', 'C'})
      for (const auto& [m, n, k] : sizes)
        if (!is_product_right<T>(op_a, op_b, m, n, k)) return false;
  return true;
}

/// Multiply-adds of ?gemm, twice counted, in 10^9 per second: the best of several products.
double gemm_rate() {
  constexpr int n = 640;
  const std::vector<double> a(std::size_t{n} * n, 1.0), b(std::size_t{n} * n, 1.0);
  std::vector<double> c(std::size_t{n} * n, 0.0);
  const char op = 'N';
  const double alpha = 1, beta = 0;
  double best = std::numeric_limits<double>::infinity();
  const double end = now() + 0.8;
  for (int round = 0; round < 3 || now() < end; ++round) {
    const double begin = now();
    fortran::gemm<double>(&op, &op, &n, &n, &n, &alpha, a.data(), &n, b.data(), &n, &beta, c.data(),
                          &n, 1, 1);
    best = std::min(best, now() - begin);
  }
  return 2.0 * n * n * n / best / 1e9;
}

}  // namespace

std::string blas_core() {
  using Text = char*();
  auto* const core = openblas_function<Text>("openblas_get_corename");
  return core == nullptr ? std::string() : std::string(core());
}

BlasTrial try_blas() {
  const bool is_right = are_products_right<float>() && are_products_right<double>() &&
                        are_products_right<c64>() && are_products_right<c128>();
  return {.core = blas_core(), .is_right = is_right, .gflops = gemm_rate()};
}

}  // namespace ashlar::local
