// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>

namespace ashlar::io {

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
