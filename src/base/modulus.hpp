// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <ashlar/base/scalar.hpp>

namespace ashlar::detail {

/// |x| without overflow or underflow. std::hypot is slow, so it serves extreme values only.
template <Scalar T>
double modulus(const T& x) {
  if constexpr (is_complex<T>) {
    const double a = x.real(), b = x.imag();
    const double squares = a * a + b * b;
    return squares > 1e-280 && squares < 1e300 ? std::sqrt(squares) : std::hypot(a, b);
  } else {
    return static_cast<double>(std::abs(x));
  }
}

}  // namespace ashlar::detail
