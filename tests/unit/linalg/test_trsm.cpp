// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/local/blas.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <ashlar/base/scalar.hpp>

using namespace ashlar;
using local::Tile;
using local::Triangle;

namespace {

template <class T>
std::vector<T> random_numbers(Index count) {
  static std::mt19937 engine(7);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<T> x(static_cast<std::size_t>(count));
  for (T& value : x) {
    if constexpr (is_complex<T>) value = T(static_cast<RealOf<T>>(any(engine)), RealOf<T>(0.5));
    else value = static_cast<T>(any(engine));
  }
  return x;
}

// op(A)(i, j) by definition.
template <class T>
T element(Tile<const T> a, Triangle t, Index i, Index j) {
  if (is_transposing(t.op)) std::swap(i, j);
  if (t.uplo == Uplo::Lower ? i < j : i > j) return T(0);
  if (i == j && t.diag == Diag::Unit) return T(1);
  return t.op == Op::ConjTrans ? conjugate(a(i, j)) : a(i, j);
}

// The largest |op(A) X - alpha B|, or |X op(A) - alpha B|, in units of n eps times the sizes.
template <class T>
double residual(Side side, Triangle t, T alpha, Tile<const T> a, Tile<const T> b, Tile<const T> x) {
  double worst = 0;
  for (Index i = 0; i < b.rows; ++i)
    for (Index j = 0; j < b.cols; ++j) {
      T sum = -alpha * b(i, j);
      double size = static_cast<double>(std::abs(sum));
      for (Index k = 0; k < a.rows; ++k) {
        const T term =
            side == Side::Left ? element(a, t, i, k) * x(k, j) : x(i, k) * element(a, t, k, j);
        sum += term;
        size += static_cast<double>(std::abs(term));
      }
      worst = std::max(worst, static_cast<double>(std::abs(sum)) / (size + 1e-30));
    }
  return worst / (static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon()) *
                  static_cast<double>(a.rows));
}

template <class T>
using Trsm = void(Side, Triangle, T, Tile<const T>, Tile<T>);

// Solves with an n x n triangle for `free` columns (rows) and returns the residual.
template <class T>
double solved(Trsm<T>* trsm, Side side, Triangle t, std::vector<T>& numbers, Index n, Index free,
              T alpha) {
  const Tile<const T> a{numbers.data(), n, n, n};
  const Index rows = side == Side::Left ? n : free, cols = side == Side::Left ? free : n;
  std::vector<T> b = random_numbers<T>((rows + 3) * cols), x = b;
  trsm(side, t, alpha, a, {x.data(), rows, cols, rows + 3});
  return residual<T>(side, t, alpha, a, {b.data(), rows, cols, rows + 3},
                     {x.data(), rows, cols, rows + 3});
}

}  // namespace

TEST_CASE_TEMPLATE("trsm: inverses of small blocks give the solution", T, float, double, c64,
                   c128) {
  for (const Index n : {1, 15, 16, 17, 57})
    for (const Side side : {Side::Left, Side::Right})
      for (const Uplo uplo : {Uplo::Lower, Uplo::Upper})
        for (const Op op : {Op::None, Op::Trans, Op::ConjTrans})
          for (const Diag diag : {Diag::NonUnit, Diag::Unit}) {
            std::vector<T> a = random_numbers<T>(n * n);
            for (T& value : a) value /= 4;
            for (Index i = 0; i < n; ++i) a[static_cast<std::size_t>(i + i * n)] += T(2);
            CAPTURE(n);
            const Triangle t{uplo, op, diag};
            CHECK(solved<T>(local::blocked_trsm<T>, side, t, a, n, n == 57 ? 300 : 9, T(1.5)) < 4);
            // A single column with factor 1 is solved as in ?trsv.
            for (const T alpha : {T(1), T(1.5)})
              CHECK(solved<T>(local::plain_trsm<T>, side, t, a, n, 1, alpha) < 4);
          }
}

TEST_CASE("trsm: blocks whose inverses would spoil the residual are not inverted") {
  constexpr Index n = 48;
  // Large numbers beside ones on the diagonal: the inverse of a block of 16 grows to 1e10 and more.
  std::vector<double> a = random_numbers<double>(n * n);
  for (double& value : a) value *= 8;
  for (Index i = 0; i < n; ++i) a[static_cast<std::size_t>(i + i * n)] = 1;
  for (const Side side : {Side::Left, Side::Right})
    for (const Op op : {Op::None, Op::Trans})
      CHECK(solved<double>(local::blocked_trsm<double>, side, {Uplo::Upper, op, Diag::NonUnit}, a,
                           n, 40, 1.0) < 2);
}

TEST_CASE("trsm: a zero on the diagonal gives no numbers, but does not stop anything") {
  constexpr Index n = 32;
  std::vector<double> a(n * n, 1.0), b(n * 40, 1.0);
  a[static_cast<std::size_t>(20 + 20 * n)] = 0;
  local::blocked_trsm<double>(Side::Left, {Uplo::Lower, Op::None, Diag::NonUnit}, 1.0,
                              {a.data(), n, n, n}, {b.data(), n, 40, n});
  CHECK_FALSE(std::isfinite(b[20]));
  CHECK(std::isfinite(b[15]));
}
