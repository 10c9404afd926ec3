// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar {

namespace detail {
/// Largest integer argument of MPI, BLAS and ScaLAPACK.
inline constexpr Index largest_int = std::numeric_limits<int>::max();
}  // namespace detail

/// Converts `value` to the 32-bit int of MPI, BLAS and ScaLAPACK.
/// @throws OverflowError naming the quantity (`what`) and its value, if it does not fit
inline int checked_int(Index value, const char* what) {
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
    throw OverflowError(concat(what, " is ", value,
                               ", but the library below takes 32-bit integers (at most ",
                               std::numeric_limits<int>::max(), ")"));
  return static_cast<int>(value);
}

namespace detail {

/// Product of two sizes >= 0.
/// @throws OverflowError naming the quantity (`what`) and both factors, if it exceeds 63 bits
inline Index checked_product(Index a, Index b, const char* what) {
  Index product = 0;
  if (__builtin_mul_overflow(a, b, &product))
    throw OverflowError(concat(what, " is ", a, " x ", b, ", which exceeds 64-bit integers"));
  return product;
}

}  // namespace detail

}  // namespace ashlar
