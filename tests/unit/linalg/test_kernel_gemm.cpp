// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/local/kernel_gemm.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <ashlar/base/scalar.hpp>

#include "base/tuning.hpp"
#include "linalg/local/openblas.hpp"

using namespace ashlar;
using local::Factor;
using local::ProductKernels;
using local::Tile;

namespace {

template <class T>
T any_number() {
  static std::mt19937 engine(11);
  static std::uniform_real_distribution<double> any(-1, 1);
  const auto real = static_cast<RealOf<T>>(any(engine));
  if constexpr (is_complex<T>) return {real, static_cast<RealOf<T>>(any(engine))};
  else return real;
}

// A tile of random numbers between rows that must not change.
template <class T>
struct Matrix {
  Matrix(Index rows, Index cols)
      : ld(rows + 3), memory(static_cast<std::size_t>(ld * cols + 3)), tile{at(), rows, cols, ld} {
    std::generate(memory.begin(), memory.end(), any_number<T>);
  }
  Matrix(const Matrix& other) : Matrix(other.tile.rows, other.tile.cols) { memory = other.memory; }
  Matrix& operator=(const Matrix&) = delete;

  // One element after the beginning of the memory, which is aligned.
  T* at() { return memory.data() + 1; }

  Index ld;
  std::vector<T> memory;
  Tile<T> tile;
};

template <class T>
T element(const Factor<T>& a, Index i, Index j) {
  if (a.op == Op::None) return a.tile(i, j);
  return a.op == Op::Trans ? a.tile(j, i) : conjugate(a.tile(j, i));
}

// The largest error of a product of random factors, in units of eps times the terms' sizes;
// infinite if any element outside of C changed.
template <class T, class Product>
double error_of(Product&& multiply, const ProductKernels<RealOf<T>>& kernels, Op op_a, Op op_b,
                Index m, Index n, Index k, T alpha, T beta) {
  const auto matrix = [](Op op, Index rows, Index cols) {
    return is_transposing(op) ? Matrix<T>(cols, rows) : Matrix<T>(rows, cols);
  };
  const Matrix<T> a = matrix(op_a, m, k), b = matrix(op_b, k, n);
  Matrix<T> c(m, n);
  if (beta == T(0))  // C is not read then
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) c.tile(i, j) = std::numeric_limits<RealOf<T>>::quiet_NaN();
  const Matrix<T> before = c;
  const Factor<T> left{a.tile, op_a}, right{b.tile, op_b};
  multiply(kernels, alpha, left, right, beta, c.tile);

  double worst = 0;
  Matrix<T> expected = before;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i) {
      T sum = beta == T(0) ? T(0) : beta * before.tile(i, j);
      double size = static_cast<double>(std::abs(sum)) + 1;
      for (Index l = 0; l < k; ++l) {
        const T term = alpha * element(left, i, l) * element(right, l, j);
        sum += term;
        size += static_cast<double>(std::abs(term));
      }
      worst = std::max(worst, static_cast<double>(std::abs(c.tile(i, j) - sum)) / size);
      expected.tile(i, j) = c.tile(i, j);
    }
  for (std::size_t i = 0; i < c.memory.size(); ++i)
    if (c.memory[i] != expected.memory[i]) return std::numeric_limits<double>::infinity();
  return worst / static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon());
}

// Every set of kernels that this processor can run.
template <class R>
std::vector<const ProductKernels<R>*> all_kernels() {
  std::vector<const ProductKernels<R>*> all;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    all.push_back(&local::avx2_products<R>());
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
    all.push_back(&local::avx512_products<R>());
#endif
  return all;
}

template <class T>
T alpha_of(int which) {
  if constexpr (is_complex<T>) return which == 0 ? T(-1) : T(RealOf<T>(0.5), RealOf<T>(-2));
  else return which == 0 ? T(-1) : T(0.5);
}

}  // namespace

TEST_CASE_TEMPLATE("kernel_gemm: both products give the sums of the definition", T, float, double,
                   c64, c128) {
  for (const auto* kernels : all_kernels<RealOf<T>>())
    for (const Index m : {1, 2, 5, 8, 13, 24, 57})
      for (const Index n : {1, 2, 3, 7, 16})
        for (const Index k : {0, 1, 2, 17, 600})
          for (const int which : {0, 1}) {
            const T alpha = alpha_of<T>(which), beta = which == 0 ? T(1) : alpha_of<T>(1);
            INFO("m ", m, ", n ", n, ", k ", k, ", case ", which);
            for (const Op op : {Op::None, Op::Trans, Op::ConjTrans})
              for (const T& factor : {beta, T(0)})
                CHECK(error_of<T>(local::outer_product<T>, *kernels, Op::None, op, m, n, k, alpha,
                                  factor) < 8);
            for (const T& factor : {beta, T(0)})
              CHECK(error_of<T>(local::inner_product<T>, *kernels, Op::ConjTrans, Op::None, m, n, k,
                                alpha, factor) < 8);
          }
}

TEST_CASE_TEMPLATE("kernel_gemm: rows beyond a cache are cut", T, float, double, c64, c128) {
  for (const auto* kernels : all_kernels<RealOf<T>>()) {
    CHECK(error_of<T>(local::outer_product<T>, *kernels, Op::None, Op::None, 3001, 5, 60, T(-1),
                      T(1)) < 8);
    CHECK(error_of<T>(local::inner_product<T>, *kernels, Op::ConjTrans, Op::None, 9, 5, 3001, T(1),
                      T(0)) < 8);
  }
}

TEST_CASE_TEMPLATE("kernel_gemm: packed products give the sums of the definition", T, double,
                   c128) {
  const auto multiply = [](const ProductKernels<double>& kernels, T alpha, const Factor<T>& a,
                           const Factor<T>& b, T beta, Tile<T> c) {
    CHECK(local::packed_product<T>(kernels, alpha, a, b, beta, c));
  };
  const Op ops[] = {Op::None, Op::Trans, Op::ConjTrans};
  for (const auto* kernels : all_kernels<double>()) {
    if (!kernels->packed) continue;
    const auto check = [&](Index m, Index n, Index k, int which) {
      const T alpha = alpha_of<T>(which), beta = which == 0 ? T(1) : alpha_of<T>(1);
      INFO("m ", m, ", n ", n, ", k ", k, ", case ", which);
      for (const Op op_a : ops)
        for (const Op op_b : ops)
          for (const T& factor : {beta, T(0)})
            CHECK(error_of<T>(multiply, *kernels, op_a, op_b, m, n, k, alpha, factor) < 8);
    };
    for (const int which : {0, 1}) {
      for (const Index m : {1, 8, 19, 24, 57})
        for (const Index n : {1, 4, 8, 13})
          for (const Index k : {0, 1, 8, 29}) check(m, n, k, which);
      check(205, 9, 3, which);    // several blocks of rows,
      check(9, 1030, 3, which);   // of columns,
      check(26, 10, 801, which);  // of terms
    }
    // Full blocks, and several of all kinds.
    constexpr Index rows = is_complex<T> ? 96 : 192, cols = is_complex<T> ? 512 : 1024;
    CHECK(error_of<T>(multiply, *kernels, Op::Trans, Op::None, rows, cols, 384, T(1), T(1)) < 8);
    CHECK(error_of<T>(multiply, *kernels, Op::None, Op::ConjTrans, rows + 5, cols + 3, 401, T(-1),
                      T(2)) < 8);
  }
}

TEST_CASE_TEMPLATE("kernel_gemm: packed products replace BLAS from the tuned work on", T, float,
                   double, c64, c128) {
  const auto* kernels = local::product_kernels<RealOf<T>>();
  const bool has_packed = kernels && kernels->packed && local::blas_threads() == 1;
  CHECK((!has_packed || std::is_same_v<RealOf<T>, double>));
  const ashlar::detail::Tuning before = ashlar::detail::tuning();
  const auto is_replaced = [&](Index m, Index n, Index k, Index from) {
    ashlar::detail::Tuning tuned = before;
    tuned.packed_work_from = from;
    ashlar::detail::set_tuning(tuned);
    Matrix<T> a(m, k), b(k, n), c(m, n);
    const bool result =
        local::kernel_gemm<T>(T(1), local::plain(a.tile), local::plain(b.tile), T(1), c.tile);
    ashlar::detail::set_tuning(before);
    return result;
  };
  constexpr Index work = 300 * 150 * 200;
  CHECK(is_replaced(300, 200, 150, work) == has_packed);
  CHECK(!is_replaced(300, 200, 150, work + 1));
  CHECK(is_replaced(16, 1000, 16, 1) == has_packed);
  CHECK(!is_replaced(15, 1000, 300, 1));
  CHECK(!is_replaced(300, 1000, 15, 1));
}

TEST_CASE_TEMPLATE("kernel_gemm: wide matrices and a factor of zero are left to BLAS", T, float,
                   double, c64, c128) {
  Matrix<T> a(600, 300), b(300, 600), c(600, 600);
  const Matrix<T> before = c;
  CHECK(!local::kernel_gemm<T>(T(1), local::plain(a.tile), local::plain(b.tile), T(1), c.tile));
  CHECK(!local::kernel_gemm<T>(T(0), local::plain(a.tile), local::plain(b.tile.col_range(0, 1)),
                               T(1), c.tile.col_range(0, 1)));
  CHECK(c.memory == before.memory);
}
