// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/convert.hpp>

#include "formats/format.hpp"

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

}  // namespace ashlar::io
