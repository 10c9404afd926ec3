// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/io/detail/npy_header.hpp>

namespace ashlar::io {

/// Parses the Python dictionary of a .npy header, without evaluation. Pure.
/// @param path  names the file in errors
/// @throws FileError unless it has exactly the keys descr, fortran_order and shape, with plain
/// values
detail::NpyHeader read_npy_dictionary(std::string_view text, const std::string& path);

/// The "descr" of element type and byte order: "<f8", "|b1".
/// @throws ArgumentError for an unsupported type
std::string npy_descr(const detail::NpyHeader& header);

}  // namespace ashlar::io
