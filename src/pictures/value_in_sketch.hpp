// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include <ashlar/base/scalar.hpp>

namespace ashlar::pictures {

/// The number that a sketch keeps of an element: of a complex one the modulus.
template <Element T>
double value_in_sketch(T element) {
  if constexpr (is_complex<T>) {
    // std::abs of an infinity beside a NaN is infinite; here a NaN is to be seen.
    if (std::isnan(element.real()) || std::isnan(element.imag()))
      return std::numeric_limits<double>::quiet_NaN();
    return std::abs(c128(element));
  } else {
    return static_cast<double>(element);
  }
}

}  // namespace ashlar::pictures
