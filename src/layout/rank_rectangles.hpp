// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/rank_map.hpp>

namespace ashlar::detail {

/// Grid positions of consecutive ranks in at most three rectangles: part of a line, whole lines,
/// part of a line.
/// @pre map.is_implicit()
std::vector<Section> rectangles_of(const RankMap& map, Range ranks);

}  // namespace ashlar::detail
