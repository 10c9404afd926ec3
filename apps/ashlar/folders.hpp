// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>

// Matrices in folders of several files: checkpoints and pieces.

namespace ashlar::apps {

/// Prints what a checkpoint holds. [local]
/// @throws FileError
void print_checkpoint(const std::string& path, bool json);

/// @throws FileError naming the first file, if `info` is that of a folder of pieces that are not
/// all there, or too many, or not what layout.json says; their elements are not read. [local]
void check_pieces(const std::string& path, const io::FileInfo& info);

}  // namespace ashlar::apps
