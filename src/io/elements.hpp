// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/convert.hpp>

#include "file_error.hpp"
#include "formats/format.hpp"
#include "formats/lines.hpp"

namespace ashlar::io {

/// Reverses the bytes of `count` numbers; a complex element is two.
void swap_bytes(void* data, Index count, std::size_t width);
/// Reverses the bytes of `count` elements, real and imaginary parts separately.
void swap_elements(void* data, Index count, DType dtype);

/// Treatment and number of finite values beyond the target type.
struct Overflows {
  Overflow treatment = Overflow::Infinite;
  Index count = 0;
};

/// Throws a FileError: "element (3, 6) is 9, which no bool can hold".
[[noreturn]] void refuse_element(const std::string& path, ElementPlace at, const std::string& value,
                                 std::string_view type);

/// Refuses complex elements for a real type.
/// @throws FileError naming `path`
void check_keeps_imaginary_parts(DType from, DType to, const std::string& path);

/// Reads a part of a file line by line as type T.
/// @param path  names the file in errors
/// @throws FileError as FileReader::read; for an element that T cannot represent, or a refused
/// overflow
template <Element T>
void read_as(const FileReader& reader, const std::string& path, Section box, T* out,
             Overflows& overflows);

// File types that C++ lacks: one-byte bool (a byte other than 0 and 1 is an error) and float16.

constexpr Index stored_bytes(DType dtype, std::string_view stored_as) {
  return stored_as == "float16" ? 2 : static_cast<Index>(size_of(dtype));
}

/// Reason to refuse FileStyle::stored_as for a matrix; empty if possible or not requested.
inline std::string refuse_stored_as(const NewMatrix& matrix) {
  const DType dtype = matrix.dtype;
  const std::string& stored_as = matrix.style.stored_as;
  if (stored_as.empty()) return {};
  if (stored_as == "bool")
    return dtype == DType::UInt8
               ? ""
               : concat("bool is written from uint8, not from ", to_string(dtype));
  if (stored_as == "float16")
    return dtype == DType::Float32 || dtype == DType::Float64
               ? ""
               : concat("float16 is written from float32 or float64, not from ", to_string(dtype));
  return concat("stored_as is ", in_quotes(stored_as), ", but must be bool or float16");
}

}  // namespace ashlar::io
