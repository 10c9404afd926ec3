// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>
#include <ashlar/io/npy_header.hpp>
#include <ashlar/matrix/convert_element.hpp>

#include "posix_file.hpp"

namespace ashlar::io {

/// Reverses the bytes of each of `count` numbers of `width` bytes; a complex element is two
/// numbers.
void swap_bytes(void* data, Index count, std::size_t width);

/// Treatment of finite numbers that the wanted type cannot hold, and how many were met.
struct Overflows {
  Overflow treatment = Overflow::Infinite;
  Index count = 0;
};

/// Elements first, first + 1, … of a .npy file's array, in the file's order, as T in this machine's
/// byte order.
/// @throws FileError if the file is shorter, or naming an element that T cannot hold; one that
/// would become infinite, if `overflows` refuses these
template <Element T>
void read_elements(const InputFile& file, const NpyHeader& header, Range elements, T* out,
                   Overflows& overflows);

}  // namespace ashlar::io
