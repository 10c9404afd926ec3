// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>

#include "io/formats/format.hpp"

// Traits of all file formats, and selection of one.

namespace ashlar::io {

const FormatTraits& npy_format();
const FormatTraits& npz_format();
const FormatTraits& raw_format();
/// Folders of per-rank pieces with layout.json. Read only.
const FormatTraits& pieces_format();
/// Matrix of a checkpoint: "step100:A". Writes checkpoints of one matrix.
const FormatTraits& checkpoint_format();
const FormatTraits& matrix_market_format();
const FormatTraits& csv_format();
const FormatTraits& txt_format();
const FormatTraits& hdf5_format();
const FormatTraits& matlab_format();

/// Formats linked into the program.
std::span<const FormatTraits* const> formats();

/// Inserts formats in the given order between npy and raw. Called before main. Returns the number
/// of formats.
std::size_t add_formats(std::span<const FormatTraits* const> more);

/// File and member of a path: "a.h5:/group/x".
struct FilePath {
  std::string file, inside;
};

/// Splits at the first colon after an existing file or a format's ending, unless the whole path
/// exists. [local]
FilePath split_path(const std::string& path);

/// Splits a new path at the colon after a format's ending. Pure.
FilePath split_new_path(const std::string& path);

/// @throws ArgumentError with the valid names
const FormatTraits& format_named(std::string_view name);

/// Format for reading by hints, else first bytes, else ending. [local]
/// @throws FileError if the file cannot be opened or its format is unknown
const FormatTraits& format_of_file(const std::string& path, const FileHints& hints);

/// Format for writing by style, else ending. Pure.
/// @throws FileError for an unknown ending, an unsupported style or an unsupported member name
const FormatTraits& format_to_write(const std::string& path, const FileStyle& style);

/// Contents of layout.json in a folder of pieces: rank<k>.npy for each rank k of the layout, its
/// column-major local array as in ScaLAPACK. Pure.
struct PiecesInfo {
  Layout layout;
  DType dtype = DType::Float64;

  friend bool operator==(const PiecesInfo&, const PiecesInfo&) = default;
};

/// Parses layout.json of any writer.
/// @param path  for errors
/// @throws FileError: not JSON, a missing, ill-typed or out-of-range field
PiecesInfo parse_layout_json(std::string_view text, const std::string& path);

}  // namespace ashlar::io
