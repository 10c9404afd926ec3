// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/scalar.hpp>

#include "io/in_quotes.hpp"

// File types that C++ lacks: one-byte bool (a byte other than 0 and 1 is an error) and float16.

namespace ashlar::io {

constexpr Index stored_bytes(DType dtype, std::string_view stored_as) {
  return stored_as == "float16" ? 2 : static_cast<Index>(size_of(dtype));
}

/// Reason to refuse `dtype` stored as `stored_as`; empty if possible or not requested.
inline std::string refuse_stored_as(DType dtype, std::string_view stored_as) {
  if (stored_as.empty()) return {};
  if (stored_as == "bool")
    return dtype == DType::UInt8
               ? ""
               : concat("bool is written from uint8, not from ", to_string(dtype));
  if (stored_as == "float16")
    return dtype == DType::Float32 || dtype == DType::Float64
               ? ""
               : concat("float16 is written from float32 or float64, not from ", to_string(dtype));
  return concat("there is no type ", in_quotes(stored_as),
                " to store elements as: give bool or float16");
}

}  // namespace ashlar::io
