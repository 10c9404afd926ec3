// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>

// Matrices in folders of files: checkpoints and pieces.

namespace ashlar::apps {

/// Prints the header of a checkpoint. [local]
/// @throws FileError
void print_checkpoint(const std::string& path, bool json);

/// Checks a folder of pieces against layout.json by names and headers; without the elements.
/// [local]
/// @throws FileError naming the first missing, surplus or wrong file, if `info` describes pieces
void check_pieces(const std::string& path, const io::FileInfo& info);

}  // namespace ashlar::apps
