// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/formats/format.hpp"

// All file formats, one function each, and the choice among those that the program links.

namespace ashlar::io {

const FormatTraits& npy_format();
const FormatTraits& npz_format();
const FormatTraits& raw_format();
/// Folders of per-rank pieces; they are written by save_pieces.
const FormatTraits& pieces_format();
/// One matrix of a checkpoint: "step100:A". They are written by save_checkpoint.
const FormatTraits& checkpoint_format();
const FormatTraits& matrix_market_format();
const FormatTraits& csv_format();
const FormatTraits& txt_format();
const FormatTraits& hdf5_format();
const FormatTraits& matlab_format();

/// The formats that this program links.
std::span<const FormatTraits* const> formats();

/// Adds formats, which are tried in the order given, behind npy and before raw and pieces. Called
/// before main. Returns how many formats there are now.
std::size_t add_formats(std::span<const FormatTraits* const> more);

/// A path in the file system, and what it names within that file: "a.h5:/group/x".
struct FilePath {
  std::string file, inside;
};

/// Splits at the first colon that follows a file that exists, or the ending of a format; a path
/// that exists as it stands is not split. [local]
FilePath split_path(const std::string& path);

/// The same of a file that is to be written: the colon follows the ending of a format, whatever
/// exists. Pure, so that all ranks find the same.
FilePath split_new_path(const std::string& path);

/// @throws ArgumentError that lists the names there are
const FormatTraits& format_named(std::string_view name);

/// The format to read a file in: the one that the hints name, else by its first bytes, else by its
/// ending. [local]
/// @throws FileError if the file cannot be opened, or nothing tells its format
const FormatTraits& format_of_file(const std::string& path, const FileHints& hints);

/// The format to write a file in: the one that the style names, else by the ending. Pure.
/// @throws FileError  if the ending is that of no format; if the format has no such style, or no
/// members and the path names one
const FormatTraits& format_to_write(const std::string& path, const FileStyle& style);

}  // namespace ashlar::io
