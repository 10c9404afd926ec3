// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/convert.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

using namespace ashlar;

TEST_CASE("fits: integers take exactly their range") {
  CHECK(detail::fits<std::int8_t>(127.0));
  CHECK(detail::fits<std::int8_t>(127.9));
  CHECK_FALSE(detail::fits<std::int8_t>(128.0));
  CHECK(detail::fits<std::int8_t>(-128.9));
  CHECK_FALSE(detail::fits<std::int8_t>(-129.0));
  CHECK(detail::fits<std::uint8_t>(-0.9));
  CHECK_FALSE(detail::fits<std::uint8_t>(-1.0));
  CHECK_FALSE(detail::fits<std::uint8_t>(std::int8_t{-1}));
  CHECK_FALSE(detail::fits<std::int64_t>(std::numeric_limits<std::uint64_t>::max()));
}

TEST_CASE("fits: the ends of 64 bits are met exactly, though no float is the largest integer") {
  CHECK(detail::fits<std::int64_t>(-0x1p63));
  CHECK_FALSE(detail::fits<std::int64_t>(0x1p63));
  CHECK(detail::fits<std::int64_t>(0x1.fffffffffffffp62));
  CHECK_FALSE(detail::fits<std::uint64_t>(0x1p64F));
  CHECK(detail::fits<std::uint64_t>(0x1p63F));
}

TEST_CASE("fits: no integer holds a NaN or an infinity, every float does") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_FALSE(detail::fits<std::int32_t>(nan));
  CHECK_FALSE(detail::fits<std::int32_t>(infinity));
  CHECK_FALSE(detail::fits<std::int32_t>(-infinity));
  CHECK(detail::fits<float>(nan));
  CHECK(detail::fits<float>(1e300));
}

TEST_CASE("converted: fractions are cut off, numbers rounded, parts kept") {
  CHECK(converted<std::int32_t>(-2.9) == -2);
  CHECK(converted<std::uint8_t>(200.5F) == 200);
  CHECK(converted<float>(0.1) == 0.1F);
  CHECK(std::isinf(converted<float>(1e300)));
  CHECK(converted<c128>(c64(1, -2)) == c128(1, -2));
  CHECK(converted<c64>(std::int16_t{7}) == c64(7, 0));
}

TEST_CASE("ElementConvertibleTo: all but complex to real") {
  static_assert(detail::ElementConvertibleTo<double, std::uint8_t>);
  static_assert(detail::ElementConvertibleTo<std::int64_t, c64>);
  static_assert(detail::ElementConvertibleTo<c128, c64>);
  static_assert(!detail::ElementConvertibleTo<c64, float>);
  static_assert(!detail::ElementConvertibleTo<c128, std::int32_t>);
}

TEST_CASE("convert: overflows are the finite numbers that IEEE 754 rounds to infinity") {
  static_assert(detail::can_overflow<double, float> && detail::can_overflow<c128, c64> &&
                detail::can_overflow<double, c64>);
  static_assert(!detail::can_overflow<float, double> && !detail::can_overflow<double, c128>);
  static_assert(!detail::can_overflow<std::int64_t, float> && !detail::can_overflow<float, float>);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0, 1.0, 0x1.fffffep127, 0x1.fffffefffffffp127, 0x1.ffffffp127, 0x1p128,
                         1e300, infinity, std::numeric_limits<double>::quiet_NaN()})
    for (const double signed_x : {x, -x}) {
      const bool expected = std::isfinite(signed_x) && std::isinf(static_cast<float>(signed_x));
      CHECK(overflows<float>(signed_x) == expected);
      CHECK(overflows<c64>(c128(0, signed_x)) == expected);
      CHECK(overflows<c64>(c128(signed_x, infinity)) == expected);
    }
}
