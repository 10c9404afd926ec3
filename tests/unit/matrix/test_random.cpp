// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/generate.hpp>

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <set>

using namespace ashlar;

TEST_CASE("random_bits: published values stay the same for ever") {
  CHECK(detail::random_bits(0, 0, 0) == 0x2130748aaac80268ULL);
  CHECK(detail::random_bits(1, 2, 3) == 0x214d4c07ecfeaac5ULL);
  CHECK(detail::random_bits(42, 1'000'000'007, 5, 1) == 0x53e51470778c9ce8ULL);
}

TEST_CASE("random_bits: neighbours, swapped indices and other seeds share no value") {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    for (Index i = 0; i < 50; ++i)
      for (Index j = 0; j < 50; ++j) seen.insert(detail::random_bits(seed, i, j));
  CHECK(seen.size() == 4 * 50 * 50);
}

TEST_CASE("random_bits: each input bit flips about half of the output bits") {
  double flipped = 0;
  int pairs = 0;
  for (Index i = 0; i < 20; ++i)
    for (int bit = 0; bit < 40; ++bit) {
      const Index other = i ^ (Index{1} << bit);
      flipped += std::popcount(detail::random_bits(7, i, 3) ^ detail::random_bits(7, other, 3));
      flipped += std::popcount(detail::random_bits(7, 3, i) ^ detail::random_bits(7, 3, other));
      pairs += 2;
    }
  CHECK(flipped / pairs == doctest::Approx(32).epsilon(0.03));
}

TEST_CASE_TEMPLATE("Uniform: values lie in the range, with its mean and variance", R, float,
                   double) {
  const Uniform<R> f(11, R(-3), R(5));
  const Index n = 300;
  double sum = 0, squares = 0;
  bool inside = true;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const R x = f(i, j);
      inside = inside && x >= R(-3) && x < R(5);
      sum += x;
      squares += double(x) * x;
    }
  CHECK(inside);
  const double count = double(n) * n;
  const double mean = sum / count;
  const double variance = squares / count - mean * mean;
  CHECK(std::abs(mean - 1) < 5 * std::sqrt(64.0 / 12 / count));  // five standard errors
  CHECK(variance == doctest::Approx(64.0 / 12).epsilon(0.02));
}

TEST_CASE("Uniform: rows, columns and the parts of a complex number are uncorrelated") {
  const Uniform<double> f(5, -1, 1);
  const Uniform<c128> g(5, -1, 1);
  const Index n = 300;
  double along_row = 0, along_column = 0, parts = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      along_row += f(i, j) * f(i, j + 1);
      along_column += f(i, j) * f(i + 1, j);
      parts += g(i, j).real() * g(i, j).imag();
    }
  const double limit = 5.0 / 3 * n;  // five standard errors: a product has variance 1/9
  CHECK(std::abs(along_row) < limit);
  CHECK(std::abs(along_column) < limit);
  CHECK(std::abs(parts) < limit);
}

TEST_CASE("Uniform: integers reach both ends, every value about equally often") {
  const Uniform<std::int8_t> f(3, -2, 4);
  std::array<int, 7> counts{};
  for (Index i = 0; i < 100; ++i)
    for (Index j = 0; j < 70; ++j) ++counts.at(static_cast<std::size_t>(f(i, j) + 2));
  for (int count : counts) CHECK(count == doctest::Approx(1000).epsilon(0.15));
}

TEST_CASE("Uniform: all values of a 64-bit integer type can come") {
  const Uniform<std::int64_t> f(3);
  CHECK(f(0, 0) != f(0, 1));
  bool negative = false, positive = false, large = false;
  for (Index i = 0; i < 200; ++i) {
    negative = negative || f(i, 0) < 0;
    positive = positive || f(i, 0) > 0;
    large = large || f(i, 0) > (std::int64_t{1} << 62);
  }
  CHECK((negative && positive && large));
  const Uniform<std::uint64_t> one(3, 17, 17);
  CHECK(one(4, 5) == 17);
}

TEST_CASE("Uniform: a backward or infinite range is refused with its bounds") {
  CHECK_THROWS_AS(Uniform<double>(1, 2.0, 1.0), ArgumentError);
  CHECK_THROWS_AS(Uniform<float>(1, 0.0F, INFINITY), ArgumentError);
  CHECK_THROWS_WITH(Uniform<std::int8_t>(1, 3, 2), doctest::Contains("[3, 2]"));
}

TEST_CASE("Normal: mean 0 and variance 1, and the tails of a bell") {
  const Normal<double> f(9);
  const Normal<c128> g(9);
  const Index n = 300;
  double sum = 0, squares = 0, complex_squares = 0;
  Index beyond_two = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double x = f(i, j);
      sum += x;
      squares += x * x;
      complex_squares += std::norm(g(i, j));
      beyond_two += std::abs(x) > 2;
    }
  const double count = double(n) * n;
  CHECK(std::abs(sum / count) < 5 / std::sqrt(count));
  CHECK(squares / count == doctest::Approx(1).epsilon(0.02));
  CHECK(complex_squares / count == doctest::Approx(1).epsilon(0.02));
  CHECK(double(beyond_two) / count == doctest::Approx(0.0455).epsilon(0.05));
}
