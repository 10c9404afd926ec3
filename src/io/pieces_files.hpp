// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::io {

/// layout.json longer than this is refused: room for a table of a million ranks.
inline constexpr Index largest_layout_json = Index{16} << 20;

inline constexpr const char* layout_json_name = "layout.json";

/// The name of a rank's piece: rank<k>.npy
std::string piece_name(int rank);

/// True for the names that layout.json and pieces have.
bool is_piece_name(const std::string& name);

/// folder/layout.json
std::string layout_json_path(const std::string& folder);

/// folder/rank<k>.npy
std::string piece_path(const std::string& folder, int rank);

/// The text of a folder's layout.json. [local]
/// @throws FileError
std::string read_layout_text(const std::string& folder);

/// @throws FileError unless the file is a piece of this shape and type, by its header and its size.
/// [local]
void check_piece(const std::string& path, Shape shape, DType dtype);

}  // namespace ashlar::io
