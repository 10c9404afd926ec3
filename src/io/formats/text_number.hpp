// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/scalar.hpp>

namespace ashlar::io {

enum class NumberFault {
  None,
  Malformed,   ///< not a number, or not an integer for an integer type
  OutOfRange,  ///< finite, beyond the largest number of the type
};

/// Parses all of `word` as a T, rounded to nearest: decimals; for floating-point types nan, inf and
/// infinity in any case; complex numbers also as 1+2j, 2j and (1+2j), with i for j.
template <Element T>
NumberFault parse_number(std::string_view word, T& value);

/// Reason: `'x' is not a number of type float64`.
std::string number_refusal(NumberFault fault, std::string_view word, DType dtype);

/// Appends the shortest text that reads back as `x`; `between` precedes an imaginary part without a
/// minus.
template <Element T>
void append_number(std::string& text, T x, char between);

}  // namespace ashlar::io
