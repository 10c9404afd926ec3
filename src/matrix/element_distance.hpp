// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include <ashlar/matrix/compare.hpp>

#include "base/modulus.hpp"

namespace ashlar::detail {

template <Element T>
bool is_nan(const T& x) {
  if constexpr (is_complex<T>) return std::isnan(x.real()) || std::isnan(x.imag());
  else if constexpr (Scalar<T>) return std::isnan(x);
  else return false;
}

/// |a - b| of elements other than NaN; 0 for equal infinities.
template <Element T>
DistanceOf<T> distance(const T& a, const T& b) {
  if (a == b) return 0;
  if constexpr (is_complex<T>) {
    // Infinities that are equal in one part only give NaN.
    const double size = modulus(c128(a) - c128(b));
    return std::isnan(size) ? std::numeric_limits<double>::infinity() : size;
  } else if constexpr (Scalar<T>) {
    return std::abs(static_cast<double>(a) - static_cast<double>(b));
  } else {
    const auto wide = [](T x) { return static_cast<std::uint64_t>(x); };
    return a > b ? wide(a) - wide(b) : wide(b) - wide(a);
  }
}

}  // namespace ashlar::detail
