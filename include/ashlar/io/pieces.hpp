// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar::io {

namespace detail {

/// Contents of layout.json in a folder of pieces: a value without MPI and file access.
struct PiecesInfo {
  Layout layout;
  DType dtype = DType::Float64;
  /// CRC-32 of each rank<k>.npy, in grid order; empty: not recorded
  std::vector<std::uint32_t> checksums = {};

  friend bool operator==(const PiecesInfo&, const PiecesInfo&) = default;
};

/// Text of layout.json.
std::string format_layout_json(const PiecesInfo& info);

/// Parses layout.json of any writer.
/// @param path  for errors
/// @throws FileError: not JSON, a missing, ill-typed or out-of-range field
PiecesInfo parse_layout_json(std::string_view text, const std::string& path);

}  // namespace detail

/// Writes a matrix to a folder: layout.json, and for each rank k of the grid rank<k>.npy with its
/// column-major local array as in ScaLAPACK (LLD = local rows). load() and read_info() accept the
/// folder on any number of ranks. An existing folder must be empty or have only pieces, and is
/// replaced atomically.
/// @param folder  [same]
/// @throws FileError on all ranks
/// @collective
template <Element T>
void save_pieces(const std::string& folder, const DistMatrix<T>& a);

}  // namespace ashlar::io
