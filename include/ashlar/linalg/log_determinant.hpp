// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <ashlar/base/scalar.hpp>

namespace ashlar {

/// A determinant as phase * exp(log_abs), which neither overflows nor underflows: that of a matrix
/// of order 1000 seldom fits a double. The determinant 0 has phase 0 and log_abs -infinity.
template <Scalar T>
struct LogDeterminant {
  T phase = T(1);      ///< sign; of complex matrices a number on the unit circle; or 0
  double log_abs = 0;  ///< natural logarithm of the absolute value

  /// The determinant itself, which may well be infinite or zero.
  T value() const { return phase * static_cast<RealOf<T>>(std::exp(log_abs)); }
};

}  // namespace ashlar
