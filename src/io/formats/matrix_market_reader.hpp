// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/formats/format.hpp"

namespace ashlar::io {

/// Opens a Matrix Market file of either form. Case, blanks, comments and line ends are ignored.
/// @throws FileError with the line of a wrong count, index or value
std::unique_ptr<FileReader> open_matrix_market(const std::string& path, const FileHints& hints);

}  // namespace ashlar::io
