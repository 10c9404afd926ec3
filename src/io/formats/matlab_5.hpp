// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"

// MATLAB files of version 5 (`save -v6` and `-v7`, scipy.io.savemat), which are only read.

namespace ashlar::io {

inline constexpr Index matlab_5_header_bytes = 128;

/// True if a file that begins so is a MATLAB file of version 5, of either byte order.
bool is_matlab_5(std::string_view first_bytes);

/// Opens a variable of numbers or logical values; if `path` names none, the only one.
/// @throws FileError if the file is malformed or cut short, or the variable is missing or of
/// another class
std::unique_ptr<FileReader> open_matlab_5(const FilePath& path);

/// True if the file has a variable of that name.
/// @throws FileError if the file is malformed
bool has_matlab_5_variable(const FilePath& path);

}  // namespace ashlar::io
