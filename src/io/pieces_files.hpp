// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::io {

/// Maximal size of layout.json: a table of a million ranks.
inline constexpr Index largest_layout_json = Index{16} << 20;

inline constexpr const char* layout_json_name = "layout.json";

std::string piece_name(int rank);

/// True for file names of layout.json and pieces.
bool is_piece_name(const std::string& name);

/// folder/layout.json
std::string layout_json_path(const std::string& folder);

/// folder/rank<k>.npy
std::string piece_path(const std::string& folder, int rank);

/// Reads layout.json of a folder. [local]
/// @throws FileError
std::string read_layout_text(const std::string& folder);

/// Compares header and size of a piece with shape and type. [local]
/// @throws FileError if they differ
void check_piece(const std::string& path, Shape shape, DType dtype);

}  // namespace ashlar::io
