// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar::io {

/// Contents of layout.json in a folder of pieces. Pure.
struct PiecesInfo {
  Layout layout;
  DType dtype = DType::Float64;
  /// CRC-32 of each rank<k>.npy, in the order of the grid; empty: none are recorded
  std::vector<std::uint32_t> checksums = {};

  friend bool operator==(const PiecesInfo&, const PiecesInfo&) = default;
};

/// The text of layout.json.
std::string format_layout_json(const PiecesInfo& info);

/// Reads the text of layout.json, whoever wrote it.
/// @param path  names the file in errors
/// @throws FileError with one sentence: no JSON, a field missing, of the wrong kind or out of its
/// range
PiecesInfo parse_layout_json(std::string_view text, const std::string& path);

/// Writes a matrix as a folder: layout.json and for each rank k of the grid rank<k>.npy, its local
/// array in column-major order as ScaLAPACK holds it (LLD = local rows). load() and read_info()
/// take the folder on any number of ranks.
///
/// The folder appears whole or not at all. An empty folder or one of pieces is replaced, once the
/// new one is complete; one with anything else in it is refused.
/// @param folder  [same]
/// @throws FileError on all ranks; nothing remains of what was begun
/// @collective over a.comm()
template <Element T>
void save_pieces(const std::string& folder, const DistMatrix<T>& a);

}  // namespace ashlar::io
