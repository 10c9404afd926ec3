// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/rank_map.hpp>

namespace ashlar::detail {

/// The grid positions of consecutive ranks, as at most three rectangles: a part of a line of the
/// grid, whole lines, and a part of a line.
/// @pre map.is_implicit()
std::vector<Section> rectangles_of(const RankMap& map, Range ranks);

}  // namespace ashlar::detail
