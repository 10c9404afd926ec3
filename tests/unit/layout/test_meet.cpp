// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "layout/meet.hpp"

using namespace ashlar;

namespace {

bool holds(const Section& section, const detail::Triangle& triangle, Index i, Index j) {
  return section.rows.first <= i && i < section.rows.last && section.cols.first <= j &&
         j < section.cols.last && triangle.contains(i - section.rows.first, j - section.cols.first);
}

}  // namespace

TEST_CASE("meet: triangles of two sections meet where they have an element in common") {
  std::mt19937 random(5);
  const auto roll = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  const auto range = [&](Index extent) {
    const Index first = roll(0, extent / 2);
    return Range{first, roll(first, extent)};
  };
  const auto triangle = [&]() -> detail::Triangle {
    const Uplo uplos[] = {Uplo::Upper, Uplo::Lower, Uplo::General};
    return {uplos[roll(0, 2)], roll(-8, 8)};
  };
  int met = 0, apart = 0;
  for (int k = 0; k < 20'000; ++k) {
    const Section a{range(6), range(7)}, b = k % 3 == 0 ? a : Section{range(6), range(7)};
    const detail::Triangle of_a = triangle(), of_b = triangle();
    bool expected = false;
    for (Index i = 0; i < 6; ++i)
      for (Index j = 0; j < 7; ++j) expected |= holds(a, of_a, i, j) && holds(b, of_b, i, j);
    CHECK(detail::meet(a, of_a, b, of_b) == expected);
    ++(expected ? met : apart);
  }
  CHECK(met > 2000);
  CHECK(apart > 2000);
}

TEST_CASE("meet: no sum of indices is too large") {
  constexpr Index most = std::numeric_limits<Index>::max();
  const Section column{{0, most}, {most - 1, most}}, row{{most - 1, most}, {0, most}};
  const detail::Triangle upper{Uplo::Upper, most}, lower{Uplo::Lower, -most};
  CHECK(!detail::meet(column, upper, column, upper));
  CHECK(!detail::meet(row, lower, row, lower));
  CHECK(detail::meet(column, {Uplo::Upper, -most}, column, {Uplo::Lower, most}));
  CHECK(detail::meet(column, {}, row, {}));
}
