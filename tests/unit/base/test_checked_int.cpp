// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <limits>
#include <string>

#include <ashlar/base/checked_int.hpp>

using namespace ashlar;

namespace {
constexpr Index int_max = std::numeric_limits<int>::max();
constexpr Index int_min = std::numeric_limits<int>::min();
constexpr Index index_max = std::numeric_limits<Index>::max();
}  // namespace

TEST_CASE("checked_int: every int passes unchanged, the ends included") {
  for (Index value : {Index{0}, Index{-1}, Index{1}, int_max, int_min})
    CHECK(checked_int(value, "it") == value);
}

TEST_CASE("checked_int: the first values beyond an int are refused") {
  for (Index value : {int_max + 1, int_min - 1, index_max, -index_max})
    CHECK_THROWS_AS(checked_int(value, "it"), OverflowError);
}

TEST_CASE("checked_int: the message names the quantity, the value and the limit") {
  try {
    checked_int(3'000'000'000, "number of local rows");
    FAIL("no error was thrown");
  } catch (const OverflowError& error) {
    const std::string text = error.what();
    CHECK(text.find("number of local rows is 3000000000") != std::string::npos);
    CHECK(text.find("2147483647") != std::string::npos);
  }
}

TEST_CASE("checked_product: products up to 63 bits are exact, larger ones are refused") {
  CHECK(detail::checked_product(0, index_max, "elements") == 0);
  CHECK(detail::checked_product(int_max, int_max, "elements") == 4611686014132420609);
  CHECK(detail::checked_product(index_max, 1, "elements") == index_max);
  CHECK(detail::checked_product(Index{1} << 31, (Index{1} << 32) - 1, "elements") ==
        index_max - ((Index{1} << 31) - 1));
  CHECK_THROWS_AS(detail::checked_product(Index{1} << 31, Index{1} << 32, "elements"),
                  OverflowError);
  CHECK_THROWS_AS(detail::checked_product(index_max, 2, "elements"), OverflowError);
}
