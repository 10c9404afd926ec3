// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/pieces.hpp>

#include "elements.hpp"

namespace ashlar::io {

/// layout.json longer than this is refused: room for a table of a million ranks.
inline constexpr Index largest_layout_json = Index{16} << 20;

/// folder/layout.json
std::string layout_json_path(const std::string& folder);

/// folder/rank<k>.npy
std::string piece_path(const std::string& folder, int rank);

/// Fills `slab`, column-major with leading dimension `ld`, with all rows of the global columns
/// `columns`: from each piece the columns that fall into the range, which stand together in its
/// file. [local]
/// @throws FileError naming the piece: missing, malformed, or of another shape or type than
/// layout.json says; as read_elements
template <Element T>
void read_columns_of_pieces(const std::string& folder, const PiecesInfo& info, Range columns,
                            T* slab, Index ld, Overflows& overflows);

}  // namespace ashlar::io
