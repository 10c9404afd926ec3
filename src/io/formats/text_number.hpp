// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/scalar.hpp>

namespace ashlar::io {

/// What reading a word as a number came to.
enum class NumberFault {
  None,
  Malformed,   ///< not a number, or for an integer type not an integer
  OutOfRange,  ///< a finite number beyond the largest of its type
};

/// Reads all of `word` as a T, rounded to nearest: decimal numbers, and for floating-point types
/// nan, inf and infinity in any case; complex ones also as 1+2j, 2j and (1+2j), with i for j.
template <Element T>
NumberFault parse_number(std::string_view word, T& value);

/// The reason, for a message: "'x' is no float64".
std::string number_refusal(NumberFault fault, std::string_view word, DType dtype);

/// Appends the shortest text that reads back as `x`; of a complex number its parts with `between`
/// before the imaginary one, unless that has a minus there already.
template <Element T>
void append_number(std::string& text, T x, char between);

}  // namespace ashlar::io
