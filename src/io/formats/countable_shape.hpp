// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

#include "io/file_error.hpp"

namespace ashlar::io {

/// Refuses a matrix whose size in bytes exceeds 63 bits.
/// @throws FileError
inline void check_countable(Shape shape, DType dtype, const std::string& path) {
  Index bytes = 0;
  if (__builtin_mul_overflow(shape.rows, shape.cols, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(size_of(dtype)), &bytes))
    throw file_error(path, concat("its shape ", shape.rows, "x", shape.cols, " of ",
                                  to_string(dtype), " exceeds the range of 64-bit sizes"));
}

}  // namespace ashlar::io
