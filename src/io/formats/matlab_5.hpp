// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"

// MATLAB 5 files (`save -v6` and `-v7`, scipy.io.savemat), read-only.

namespace ashlar::io {

inline constexpr Index matlab_5_header_bytes = 128;

/// True for the first bytes of a MATLAB 5 file.
bool is_matlab_5(std::string_view first_bytes);

/// Opens a numeric or logical variable, by default the only one.
/// @throws FileError for a malformed file, or a variable that is missing or of another class
std::unique_ptr<FileReader> open_matlab_5(const FilePath& path);

/// True if the variable exists.
/// @throws FileError for a malformed file
bool has_matlab_5_variable(const FilePath& path);

}  // namespace ashlar::io
