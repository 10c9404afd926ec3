// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

// Half precision (IEEE binary16), which C++20 lacks: 1 sign bit, 5 exponent bits, 10 fraction bits.

namespace ashlar::io {

/// Exact value of a half-precision number; a NaN keeps its bits.
inline float float_from_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16, exponent = half >> 10 & 31U;
  const std::uint32_t fraction = half & 1023U;
  if (exponent == 0) {
    const float size = static_cast<float>(fraction) * 0x1p-24F;
    return sign == 0 ? size : -size;
  }
  // Exponent biases are 15 and 127; 31 and 255 mark infinities and NaNs.
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

/// Converts `count` numbers at the end of `room` in place; ascending order does not overwrite
/// unread ones.
/// @param room  of `count` floats
inline void widen_halves(void* room, std::ptrdiff_t count) {
  char* const bytes = static_cast<char*>(room);
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    std::uint16_t half = 0;
    std::memcpy(&half, bytes + 2 * (count + k), sizeof half);
    const float number = float_from_half(half);
    std::memcpy(bytes + 4 * k, &number, sizeof number);
  }
}

/// True if the finite `x` rounds to infinity: 65504 is the largest number, and the midpoint above
/// rounds up.
template <std::floating_point T>
bool overflows_half(T x) {
  return std::isfinite(x) && std::abs(x) >= T(65520);
}

/// Rounds to nearest, ties to even; a NaN keeps leading fraction bits, as in NumPy.
template <std::floating_point T>
std::uint16_t half_from(T x) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  using Limits = std::numeric_limits<T>;
  constexpr int dropped = Limits::digits - 11;  // fraction bits
  constexpr int sign_at = 8 * static_cast<int>(sizeof(T)) - 1;
  const Bits bits = std::bit_cast<Bits>(x);
  const auto sign = static_cast<std::uint16_t>(bits >> sign_at << 15);
  const Bits size = bits & ~(Bits(1) << sign_at);
  const auto with_sign = [&](Bits value) {
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(value));
  };
  if (std::isnan(x)) {
    const Bits fraction = bits >> dropped & 1023U;
    return with_sign(0x7c00U | (fraction == 0 ? 1U : fraction));
  }
  if (std::abs(x) >= T(65520)) return with_sign(0x7c00U);
  // Multiples of 2^-24 up to the first normal number.
  if (std::abs(x) < T(0x1p-14)) return with_sign(Bits(std::nearbyint(std::abs(x) * T(0x1p24))));
  const Bits is_odd = size >> dropped & 1U;
  const Bits rounded = (size + (Bits(1) << (dropped - 1)) - 1 + is_odd) >> dropped;
  return with_sign(rounded - (Bits(Limits::max_exponent - 16) << 10));
}

}  // namespace ashlar::io
