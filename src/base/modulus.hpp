// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <ashlar/base/scalar.hpp>

namespace ashlar::detail {

/// |x| in double precision. Nothing overflows or vanishes on the way; the library's hypot, which is
/// many times slower, is called only where squares could.
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
