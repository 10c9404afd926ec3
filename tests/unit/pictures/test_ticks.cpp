// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include <ashlar/base/error.hpp>

#include "pictures/ticks.hpp"

using namespace ashlar;
using namespace ashlar::pictures;

namespace {

std::string labels(const std::vector<Tick>& ticks) {
  std::string text;
  for (const Tick& tick : ticks) text += (text.empty() ? "" : " ") + tick.label;
  return text;
}

}  // namespace

TEST_CASE("ticks: multiples of 1, 2 or 5 times a power of ten, written exactly") {
  CHECK(labels(linear_ticks(0, 10, 6)) == "0 2 4 6 8 10");
  CHECK(labels(linear_ticks(0, 10, 11)) == "0 1 2 3 4 5 6 7 8 9 10");
  CHECK(labels(linear_ticks(-0.3, 0.31, 4)) == "-0.2 0.0 0.2");
  CHECK(labels(linear_ticks(0, 0.3, 4)) == "0.0 0.1 0.2 0.3");
  CHECK(labels(linear_ticks(1959, 1998, 8)) == "1960 1965 1970 1975 1980 1985 1990 1995");
  CHECK(labels(linear_ticks(0, 1e6, 6)) == "0 200000 400000 600000 800000 1e+06");
  CHECK(labels(linear_ticks(0, 3e-7, 4)) == "0 1e-07 2e-07 3e-07");
  CHECK(labels(linear_ticks(-1500, 2500, 5)) == "-1000 0 1000 2000");
}

TEST_CASE("ticks: within the range, as many as allowed at most, at least one, for any range") {
  for (const double low : {-1e299, -3.7e5, -1.0, -1e-9, 0.0, 1e-300, 0.25, 17.0, 12345.678, 9e298})
    for (const double width : {1e-12, 0.1, 1.0, 2.5, 77.0, 1e9, 3e298})
      for (const int most : {2, 3, 5, 8, 20}) {
        const double high = low + width;
        if (!(low < high) || high >= 1e300) continue;
        CAPTURE(low);
        CAPTURE(high);
        CAPTURE(most);
        const auto ticks = linear_ticks(low, high, most);
        const double slack = 1e-6 * width + 1e-12 * std::abs(low);
        CHECK(ticks.size() <= static_cast<std::size_t>(most));
        CHECK(ticks.size() >= 1);
        CHECK(ticks.front().value >= low - slack);
        CHECK(ticks.back().value <= high + slack);
        for (std::size_t k = 1; k < ticks.size(); ++k) CHECK(ticks[k - 1].value < ticks[k].value);
      }
}

TEST_CASE("ticks: labels read back as the values") {
  for (const Tick& tick : linear_ticks(-0.0042, 0.0137, 9))
    CHECK(std::stod(tick.label) == doctest::Approx(tick.value).epsilon(1e-12));
}

TEST_CASE("ticks: decades on a logarithmic axis, thinned out where there are many") {
  CHECK(labels(log_ticks(1, 1000, 6)) == "1 10 100 1000");
  CHECK(labels(log_ticks(1e-8, 1, 6)) == "10⁻⁸ 10⁻⁶ 10⁻⁴ 10⁻² 1");
  CHECK(labels(log_ticks(20, 900, 6)) == "20 50 100 200 500");
  CHECK(labels(log_ticks(3.2, 3.9, 4)) == "3.2 3.4 3.6 3.8");
  CHECK(labels(log_ticks(1, 1e12, 5)) == "1 1000 10⁶ 10⁹ 10¹²");
}

TEST_CASE("ticks: an invalid range is refused") {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(linear_ticks(1, 1, 5), ArgumentError);
  CHECK_THROWS_AS(linear_ticks(2, 1, 5), ArgumentError);
  CHECK_THROWS_AS(linear_ticks(nan, 1, 5), ArgumentError);
  CHECK_THROWS_AS(linear_ticks(0, inf, 5), ArgumentError);
  CHECK_THROWS_AS(linear_ticks(0, 1, 1), ArgumentError);
  CHECK_THROWS_AS(log_ticks(0, 1, 5), ArgumentError);
  CHECK_THROWS_AS(log_ticks(-1, 1, 5), ArgumentError);
}

TEST_CASE("short_number: a point, no more digits than wanted, no minus before zero") {
  CHECK(short_number(0.25) == "0.25");
  CHECK(short_number(-0.0) == "0");
  CHECK(short_number(1e-12) == "1e-12");
  CHECK(short_number(3.14159265, 3) == "3.14");
}
