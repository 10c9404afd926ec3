// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include <ashlar/base/scalar.hpp>

namespace ashlar::pictures {

/// Value of an element, or modulus of a complex one.
template <Element T>
double value_in_sketch(T element) {
  if constexpr (is_complex<T>) {
    // std::abs of infinity and NaN is infinite; the sketch shows NaN.
    if (std::isnan(element.real()) || std::isnan(element.imag()))
      return std::numeric_limits<double>::quiet_NaN();
    return std::abs(c128(element));
  } else {
    return static_cast<double>(element);
  }
}

}  // namespace ashlar::pictures
