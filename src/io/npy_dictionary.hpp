// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/io/npy_header.hpp>

namespace ashlar::io {

/// What the Python dictionary of a .npy header says: element type, byte order, order, dimensions
/// and their sizes. It is read as text, never evaluated. Pure.
/// @param path  names the file in errors
/// @throws FileError with one sentence, for all but exactly the keys descr, fortran_order and shape
/// with plain values
NpyHeader read_npy_dictionary(std::string_view text, const std::string& path);

}  // namespace ashlar::io
