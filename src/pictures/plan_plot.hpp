// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/traffic_map.hpp>
#include <ashlar/layout/transfers.hpp>

#include "page.hpp"

namespace ashlar::pictures {

inline constexpr const char* plan_title = "Bytes from rank to rank";

/// Plot of a move; units are cells of its traffic map.
Plot plan_plot(const Transfers& moves, const TrafficMap& map, int element_bytes);

PageParts plan_page(const TrafficMap& map, int element_bytes);

}  // namespace ashlar::pictures
