// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

namespace ashlar::io {

/// layout.json longer than this is refused: room for a table of a million ranks.
inline constexpr Index largest_layout_json = Index{16} << 20;

/// folder/layout.json
std::string layout_json_path(const std::string& folder);

/// folder/rank<k>.npy
std::string piece_path(const std::string& folder, int rank);

}  // namespace ashlar::io
