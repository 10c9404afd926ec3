// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <limits>

#include <ashlar/linalg/options.hpp>

namespace ashlar::detail {

/// A product as phase and logarithm in double precision.
template <Scalar T>
class LogProduct {
 public:
  using Wide = std::conditional_t<is_complex<T>, c128, double>;

  void multiply(Wide x) {
    const double size = std::abs(x);
    log_abs_ += std::log(size);
    if (size == 0) phase_ = 0;
    else phase_ *= x / size;
    // Against accumulated rounding.
    if constexpr (is_complex<T>)
      if (size != 0 && phase_ != 0.0) phase_ /= std::abs(phase_);
  }

  LogDeterminant<T> result() const {
    if (phase_ == 0.0) return {T(0), -std::numeric_limits<double>::infinity()};
    return {static_cast<T>(phase_), log_abs_};
  }

 private:
  Wide phase_ = 1;
  double log_abs_ = 0;
};

}  // namespace ashlar::detail
