// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/generate.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>

using namespace ashlar;

namespace {

/// True if all pivots of the textbook form of Cholesky's algorithm are positive.
template <class F>
bool is_positive_definite(F f, Index n) {
  const auto at = [n](Index i, Index j) { return static_cast<std::size_t>(i * n + j); };
  std::vector<c128> l(static_cast<std::size_t>(n * n));
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i < n; ++i) {
      c128 sum(f(i, j));
      for (Index k = 0; k < j; ++k) sum -= l[at(i, k)] * std::conj(l[at(j, k)]);
      if (i == j && !(sum.real() > 0)) return false;
      l[at(i, j)] = i == j ? c128(std::sqrt(sum.real())) : sum / l[at(j, j)];
    }
  return true;
}

}  // namespace

TEST_CASE_TEMPLATE("Identity: ones on the diagonal", T, double, c64, std::int8_t, std::uint64_t) {
  const Identity<T> f;
  CHECK(f(3, 3) == T(1));
  CHECK(f(3, 4) == T(0));
}

TEST_CASE("Hilbert: the first rows as printed in the books") {
  const Hilbert<double> f;
  CHECK(f(0, 0) == 1);
  CHECK(f(0, 1) == 1.0 / 2);
  CHECK(f(2, 1) == 1.0 / 4);
  CHECK(is_positive_definite(f, 5));
}

TEST_CASE("MinIJ: its inverse is the second difference, with a 1 in the last corner") {
  const MinIJ<double> f;
  const Index n = 6;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      double product = (i == n - 1 ? 1 : 2) * f(i, j);
      if (i > 0) product -= f(i - 1, j);
      if (i < n - 1) product -= f(i + 1, j);
      CHECK(product == (i == j ? 1 : 0));
    }
}

TEST_CASE("Toeplitz: constant along diagonals, and the end of the values is a sentence") {
  const Toeplitz<int> f({1, 2, 3}, {-1, 5, 6});
  CHECK(f(0, 0) == 1);
  CHECK(f(1, 1) == 1);
  CHECK(f(2, 1) == 2);
  CHECK(f(0, 2) == 6);
  CHECK(f(1, 2) == 5);
  CHECK_THROWS_WITH_AS(f(0, 3), doctest::Contains("only 3 were given"), ArgumentError);
}

TEST_CASE_TEMPLATE("DiagonallyDominant: every diagonal outweighs its row and its column", T, float,
                   double, c64, c128) {
  const Index n = 40;
  const DiagonallyDominant<T> f(1, n);
  for (Index i = 0; i < n; ++i) {
    double row = 0, col = 0;
    for (Index j = 0; j < n; ++j) {
      if (i == j) continue;
      row += std::abs(f(i, j));
      col += std::abs(f(j, i));
    }
    CHECK(std::abs(f(i, i)) > row);
    CHECK(std::abs(f(i, i)) > col);
  }
}

TEST_CASE_TEMPLATE("PositiveDefinite: mirrored across the diagonal bit by bit, and positive", T,
                   float, double, c64, c128) {
  const Index n = 30;
  const PositiveDefinite<T> f(2, n);
  bool mirrored = true;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) mirrored = mirrored && f(i, j) == conjugate(f(j, i));
  CHECK(mirrored);
  CHECK(is_positive_definite(f, n));
  CHECK(PositiveDefinite<T>(2, n)(5, 4) != PositiveDefinite<T>(3, n)(5, 4));
}
