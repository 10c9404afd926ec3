// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

#include <numbers>

#include "eigen_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

// Matrices whose eigenvalues are known in closed form, or from the literature.

namespace {

template <class F>
void check_spectrum(Index n, F&& element, std::vector<double> expected, const std::string& name) {
  Choice choice(static_cast<unsigned>(n));
  std::sort(expected.begin(), expected.end());
  const auto whole = evaluated<double>({n, n}, element);
  for (const Algorithm algorithm : eigen_algorithms<double>()) {
    DistMatrix<double> a(world(), choice.layout({n, n}, world().size()));
    a.fill_with(element);
    const auto e = symmetric_eigen(a, {.how = {.algorithm = algorithm}});
    check_eigen(whole, a.layout(), e, expected, concat(name, " ", n, " by ", to_string(algorithm)));
  }
}

double tridiagonal(Index i, Index j, double diagonal, double beside) {
  return i == j ? diagonal : i - j == 1 || j - i == 1 ? beside : 0;
}

}  // namespace

TEST_CASE("symmetric_eigen: the second difference has values 2 - 2 cos(k pi / (n + 1))") {
  for (const Index n : {2, 21, 120}) {
    std::vector<double> expected;
    for (Index k = 1; k <= n; ++k)
      expected.push_back(
          2 - 2 * std::cos(static_cast<double>(k) * std::numbers::pi / static_cast<double>(n + 1)));
    check_spectrum(
        n, [](Index i, Index j) { return tridiagonal(i, j, 2, -1); }, expected, "difference");
  }
}

TEST_CASE("symmetric_eigen: Clement's symmetric matrix has values -n + 1, -n + 3, ..., n - 1") {
  for (const Index n : {6, 49}) {
    std::vector<double> expected;
    for (Index k = 0; k < n; ++k) expected.push_back(static_cast<double>(2 * k - n + 1));
    const auto element = [&](Index i, Index j) {
      const Index k = std::max(i, j);
      return tridiagonal(i, j, 0, std::sqrt(static_cast<double>(k * (n - k))));
    };
    check_spectrum(n, element, expected, "Clement");
  }
}

TEST_CASE("symmetric_eigen: Wilkinson's W21+ has pairs that agree to 14 digits") {
  const auto element = [](Index i, Index j) {
    return tridiagonal(i, j, std::abs(static_cast<double>(i - 10)), 1);
  };
  const auto whole = evaluated<double>({21, 21}, element);
  const auto expected = lapack_values(whole);
  check_spectrum(21, element, expected, "Wilkinson");
  // Wilkinson, The Algebraic Eigenvalue Problem, 1965, p. 309.
  CHECK(expected[20] == doctest::Approx(10.746194182903393).epsilon(1e-14));
  CHECK(expected[19] == doctest::Approx(10.746194182903322).epsilon(1e-14));
  CHECK(expected[0] == doctest::Approx(-1.125441522119984).epsilon(1e-13));
}

TEST_CASE("symmetric_eigen: Rosser's matrix has a double, a zero and two nearly equal values") {
  static constexpr int rosser[8][8] = {
      {611, 196, -192, 407, -8, -52, -49, 29}, {196, 899, 113, -192, -71, -43, -8, -44},
      {-192, 113, 899, 196, 61, 49, 8, 52},    {407, -192, 196, 611, 8, 44, 59, -23},
      {-8, -71, 61, 8, 411, -599, 208, 208},   {-52, -43, 49, 44, -599, 411, 208, 208},
      {-49, -8, 8, 59, 208, 208, 99, -911},    {29, -44, 52, -23, 208, 208, -911, 99}};
  const double large = 10 * std::sqrt(10405.0), root = std::sqrt(26.0);
  check_spectrum(
      8, [](Index i, Index j) { return static_cast<double>(rosser[i][j]); },
      {-large, 0, 510 - 100 * root, 1000, 1000, 510 + 100 * root, 1020, large}, "Rosser");
}

TEST_CASE("symmetric_eigen: zero, identity, rank one and a diagonal") {
  for (const Index n : {1, 5, 40}) {
    const auto count = static_cast<std::size_t>(n);
    check_spectrum(
        n, [](Index, Index) { return 0.0; }, std::vector<double>(count, 0.0), "zero");
    check_spectrum(
        n, [](Index i, Index j) { return i == j ? 1.0 : 0.0; }, std::vector<double>(count, 1.0),
        "identity");
    std::vector<double> ones(count, 0.0);
    ones[0] = static_cast<double>(n);
    check_spectrum(
        n, [](Index, Index) { return 1.0; }, ones, "ones");
    std::vector<double> diagonal;
    for (Index k = 0; k < n; ++k) diagonal.push_back(static_cast<double>((7 * k) % n) - 3);
    check_spectrum(
        n, [&](Index i, Index j) { return i == j ? diagonal[static_cast<std::size_t>(i)] : 0.0; },
        diagonal, "diagonal");
  }
}

TEST_CASE_TEMPLATE("symmetric_eigen: elements near the limits of the number format", T, float,
                   double, c64, c128) {
  using R = RealOf<T>;
  const HermitianElement<T> element{3};
  const auto whole = evaluated<T>({30, 30}, element);
  for (const int exponent :
       {std::numeric_limits<R>::max_exponent - 8, std::numeric_limits<R>::min_exponent + 12})
    for (const Algorithm algorithm : eigen_algorithms<T>()) {
      const R scale = std::ldexp(R(1), exponent);
      DistMatrix<T> a(world(), Layout({.shape = {30, 30}, .block = {4, 4}, .grid = {1, 1}}));
      a.fill_with([&](Index i, Index j) { return element(i, j) * scale; });
      auto e = symmetric_eigen(a, {.how = {.algorithm = algorithm}});
      for (auto& value : e.values) value = std::ldexp(value, -exponent);
      check_eigen(whole, a.layout(), e, lapack_values(whole),
                  concat("2^", exponent, " by ", to_string(algorithm)));
    }
}
