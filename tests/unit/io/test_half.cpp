// SPDX-License-Identifier: BSD-3-Clause
#include "io/half.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace ashlar::io;

namespace {

/// The value of the bits by IEEE 754, by arithmetic alone.
double value_of(std::uint16_t half) {
  const int exponent = half >> 10 & 31, fraction = half & 1023;
  const double size = exponent == 0    ? std::ldexp(fraction, -24)
                      : exponent == 31 ? (fraction == 0 ? INFINITY : NAN)
                                       : std::ldexp(1024 + fraction, exponent - 25);
  return (half & 0x8000) != 0 ? -size : size;
}

/// All numbers from 0 on, and the power of two that would follow the largest.
std::vector<double> numbers() {
  std::vector<double> found;
  for (std::uint16_t half = 0; half < 0x7c00; ++half) found.push_back(value_of(half));
  found.push_back(65536);
  return found;
}

/// The nearest of them by search, the one with even bits in a tie.
std::uint16_t nearest(const std::vector<double>& known, double x) {
  const double size = std::abs(x);
  std::size_t k = known.size() - 1;
  if (size < known.back()) {
    k = static_cast<std::size_t>(std::upper_bound(known.begin(), known.end(), size) -
                                 known.begin());
    const double below = size - known[k - 1], above = known[k] - size;
    if (below < above || (below == above && k % 2 == 1)) --k;
  }
  return static_cast<std::uint16_t>(k | (std::signbit(x) ? 0x8000U : 0U));
}

}  // namespace

TEST_CASE("half: all 65536 patterns are the numbers of IEEE 754, and convert back") {
  int wrong = 0;
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float x = float_from_half(half);
    const double expected = value_of(half);
    const bool same = std::isnan(expected)
                          ? std::isnan(x)
                          : double{x} == expected && std::signbit(x) == std::signbit(expected);
    wrong += !same || half_from(x) != half;
    if (!std::isnan(x)) wrong += half_from(double{x}) != half;
  }
  CHECK(wrong == 0);
}

TEST_CASE("half: numbers in between are rounded to the nearest, of two to the even one") {
  const std::vector<double> known = numbers();
  int wrong = 0;
  const auto check = [&](double x) {
    for (const double y : {x, -x}) {
      wrong += half_from(y) != nearest(known, y);
      const auto single = static_cast<float>(y);
      wrong += half_from(single) != nearest(known, double{single});
    }
  };
  for (std::size_t k = 0; k + 1 < known.size(); ++k) {
    const double middle = (known[k] + known[k + 1]) / 2;
    const auto single = static_cast<float>(middle);
    for (const double x :
         {middle, std::nextafter(middle, 0.0), std::nextafter(middle, INFINITY),
          double{std::nextafter(single, 0.0F)}, double{std::nextafter(single, INFINITY)}})
      check(x);
  }
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-30, 18);
  for (int round = 0; round < 200'000; ++round) check(std::exp2(exponent(random)));
  for (const double x : {0.0, 65504.0, 65519.999, 65520.0, 65536.0, 1e300, 5e-324, 0x1p-25,
                         0x1.000002p-25, 0x1p-149, 3e38})
    check(x);
  CHECK(wrong == 0);
}

TEST_CASE("half: finite numbers that overflow become infinite") {
  for (const double x : {0.0, 1.0, 65504.0, 65519.999, -65519.0, double{INFINITY}, double{NAN}})
    CHECK_FALSE(overflows_half(x));
  for (const double x : {65520.0, -65520.0, 1e300}) {
    CHECK(overflows_half(x));
    CHECK((half_from(x) & 0x7fff) == 0x7c00);
  }
  CHECK(overflows_half(65520.0F));
  CHECK_FALSE(overflows_half(std::nextafter(65520.0F, 0.0F)));
}

TEST_CASE("half: a NaN stays one, with its sign and the first bits of its fraction") {
  using Limits = std::numeric_limits<double>;
  CHECK(half_from(Limits::quiet_NaN()) == 0x7e00);
  CHECK(half_from(-Limits::quiet_NaN()) == 0xfe00);
  CHECK(half_from(std::bit_cast<double>(0x7ff0'0000'0000'0001)) == 0x7c01);
  CHECK(half_from(std::bit_cast<float>(0x7fc0'2001)) == 0x7e01);
}
