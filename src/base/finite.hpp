// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>

namespace ashlar {

/// True if no element is NaN or infinite. Faster than a loop of std::isfinite.
template <Scalar T>
bool are_finite(const T* x, Index count) {
  using R = RealOf<T>;
  using Bits = std::conditional_t<sizeof(R) == 4, std::uint32_t, std::uint64_t>;
  // Overflows into the sign bit only for an exponent of ones.
  constexpr int mantissa = std::numeric_limits<R>::digits - 1;
  constexpr Bits exponent = std::bit_cast<Bits>(std::numeric_limits<R>::infinity());
  constexpr Bits sign = Bits(1) << (8 * sizeof(R) - 1);
  const R* const parts = reinterpret_cast<const R*>(x);
  const Index size = is_complex<T> ? 2 * count : count;
  Bits overflow = 0;
  for (Index i = 0; i < size; ++i)
    overflow |= (std::bit_cast<Bits>(parts[i]) & exponent) + (Bits(1) << mantissa);
  return (overflow & sign) == 0;
}

}  // namespace ashlar
