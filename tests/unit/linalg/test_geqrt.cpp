// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/local/lapack.hpp>

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

namespace {

template <class T>
struct Matrix {
  Matrix(Index rows, Index cols)
      : memory(static_cast<std::size_t>((rows + 1) * cols)),
        tile{memory.data(), rows, cols, rows + 1} {}
  Matrix(const Matrix& other) : Matrix(other.tile.rows, other.tile.cols) { memory = other.memory; }
  Matrix& operator=(const Matrix&) = delete;

  std::vector<T> memory;
  Tile<T> tile;
};

template <class T>
Matrix<T> random_matrix(Index rows, Index cols) {
  static std::mt19937 engine(5);
  std::uniform_real_distribution<double> any(-1, 1);
  Matrix<T> a(rows, cols);
  for (T& x : a.memory) {
    const auto real = static_cast<RealOf<T>>(any(engine));
    if constexpr (is_complex<T>) x = T(real, static_cast<RealOf<T>>(any(engine)));
    else x = real;
  }
  return a;
}

// The largest of |A - Q R| and |Q^H Q - I|, in units of n eps, after division by the columns'
// sizes; Q = I - V T V^H is formed element by element.
template <class T>
double residual(const Matrix<T>& a, const Matrix<T>& f, const Matrix<T>& t) {
  const Index m = a.tile.rows, n = a.tile.cols;
  const auto v = [&](Index i, Index j) { return i > j ? f.tile(i, j) : T(i == j ? 1 : 0); };
  Matrix<T> q(m, n);
  for (Index j = 0; j < n; ++j) {
    std::vector<T> w(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i)
      for (Index l = i; l < n; ++l)
        w[static_cast<std::size_t>(i)] += t.tile(i, l) * conjugate(v(j, l));
    for (Index i = 0; i < m; ++i) {
      T sum(i == j ? 1 : 0);
      for (Index l = 0; l < n; ++l) sum -= v(i, l) * w[static_cast<std::size_t>(l)];
      q.tile(i, j) = sum;
    }
  }
  double worst = 0;
  for (Index j = 0; j < n; ++j) {
    double size = std::numeric_limits<double>::min();
    for (Index i = 0; i < m; ++i)
      size = std::max(size, static_cast<double>(std::abs(a.tile(i, j))));
    for (Index i = 0; i < m; ++i) {
      T sum = a.tile(i, j);
      for (Index l = 0; l <= std::min(j, n - 1); ++l) sum -= q.tile(i, l) * f.tile(l, j);
      worst = std::max(worst, static_cast<double>(std::abs(sum)) / size);
    }
    for (Index l = 0; l < n; ++l) {
      T sum(l == j ? -1 : 0);
      for (Index i = 0; i < m; ++i) sum += conjugate(q.tile(i, l)) * q.tile(i, j);
      worst = std::max(worst, static_cast<double>(std::abs(sum)));
    }
  }
  return worst / (static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon()) *
                  static_cast<double>(std::max<Index>(m, 1)));
}

template <class T>
double residual_of(const Matrix<T>& a) {
  Matrix<T> f = a, t(a.tile.cols, a.tile.cols);
  for (T& x : t.memory) x = T(77);  // the lower triangle must not be read
  local::geqrt(f.tile, t.tile);
  for (Index j = 0; j < t.tile.cols; ++j)
    for (Index i = j + 1; i < t.tile.cols; ++i) CHECK(t.tile(i, j) == T(77));
  return residual(a, f, t);
}

}  // namespace

TEST_CASE_TEMPLATE("geqrt: Q R is A, and Q unitary", T, float, double, c64, c128) {
  for (const Index n : {1, 2, 7, 8, 9, 16, 31, 64, 100})
    for (const Index more : {0, 1, 5, 150}) {
      INFO(n, " columns, ", more, " more rows");
      CHECK(residual_of(random_matrix<T>(n + more, n)) < 6);
    }
}

TEST_CASE_TEMPLATE("geqrt: zero columns, equal columns and columns whose squares overflow", T,
                   float, double, c64, c128) {
  using Limits = std::numeric_limits<RealOf<T>>;
  Matrix<T> a = random_matrix<T>(70, 20);
  for (Index i = 0; i < 70; ++i) {
    a.tile(i, 3) = T(0);
    a.tile(i, 5) = a.tile(i, 4);
    a.tile(i, 9) *= std::sqrt(Limits::max()) * RealOf<T>(16);
    a.tile(i, 12) *= std::sqrt(Limits::min()) / RealOf<T>(16);
  }
  CHECK(residual_of(a) < 6);
  // Already triangular: the only reflections are those that make the diagonal real.
  Matrix<T> r = random_matrix<T>(20, 20);
  for (Index j = 0; j < 20; ++j)
    for (Index i = j + 1; i < 20; ++i) r.tile(i, j) = T(0);
  CHECK(residual_of(r) < 6);
}
