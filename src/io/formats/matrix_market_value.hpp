// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>

#include "io/file_error.hpp"
#include "io/formats/matrix_market_header.hpp"
#include "io/formats/text_number.hpp"

namespace ashlar::io {

template <class R>
void read_matrix_market_part(TextCursor& cursor, R& part) {
  const std::string_view word = cursor.word();
  if (word.empty()) cursor.fail("the line ends before its value");
  const NumberFault fault = parse_number(word, part);
  if (fault != NumberFault::None) cursor.fail(number_refusal(fault, word, dtype_of<R>()));
}

/// Value at the end of an entry; 1 in a pattern.
template <class T>
T read_matrix_market_value(TextCursor& cursor, MatrixMarketHeader::Field field) {
  using Field = MatrixMarketHeader::Field;
  RealOf<T> real = 1;
  T value = 0;
  if (field != Field::Pattern) read_matrix_market_part(cursor, real);
  if constexpr (is_complex<T>) {
    RealOf<T> imaginary = 0;
    if (field == Field::Complex) read_matrix_market_part(cursor, imaginary);
    value = {real, imaginary};
  } else {
    value = real;
  }
  if (!cursor.at_line_end()) cursor.fail("the entry is followed by ", in_quotes(cursor.word()));
  return value;
}

/// Value of the mirrored element.
/// @throws FileError  if T cannot represent it
template <class T>
T mirrored_value(const TextCursor& cursor, T value, MatrixMarketHeader::Symmetry symmetry) {
  using Symmetry = MatrixMarketHeader::Symmetry;
  if (symmetry == Symmetry::Hermitian) return conjugate(value);
  if (symmetry != Symmetry::SkewSymmetric) return value;
  if constexpr (ashlar::detail::IntegerElement<T>) {
    T negative = 0;
    if (__builtin_sub_overflow(T(0), value, &negative))
      cursor.fail("the negative of ", +value, " is out of the range of ", to_string(dtype_of<T>()));
    return negative;
  } else {
    return -value;
  }
}

}  // namespace ashlar::io
