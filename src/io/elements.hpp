// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/convert.hpp>

#include "formats/format.hpp"

namespace ashlar::io {

/// Reverses the bytes of each of `count` numbers of `width` bytes; a complex element is two
/// numbers.
void swap_bytes(void* data, Index count, std::size_t width);
/// Reverses the bytes of each of `count` elements, part by part.
void swap_elements(void* data, Index count, DType dtype);

/// Treatment of finite numbers that the wanted type cannot hold, and how many were met.
struct Overflows {
  Overflow treatment = Overflow::Infinite;
  Index count = 0;
};

/// @throws FileError naming `path`, if elements of type `from` are complex and those of `to` real
void check_keeps_imaginary_parts(DType from, DType to, const std::string& path);

/// Elements of a part of a file as T, its lines one after another.
/// @param path  names the file in errors
/// @throws FileError as FileReader::read; naming an element that T cannot hold; one that would
/// become infinite, if `overflows` refuses these
template <Element T>
void read_as(const FileReader& reader, const std::string& path, Section box, T* out,
             Overflows& overflows);

}  // namespace ashlar::io
