// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>
#include <ashlar/pictures/picture.hpp>

namespace ashlar::pictures {

/// Picture of the traffic of a move: senders downwards, receivers across, bytes as colours on a
/// logarithmic scale, figures of the whole move below. Up to 256 ranks each has its row and column,
/// of more each row and column stands for a range of ranks; the sums are exact. Pure.
/// @throws ArgumentError  unless element_bytes is at least 1
/// @cost that of a TrafficMap and of the summary: about a second for a million ranks
Picture plan_picture(const Transfers& moves, int element_bytes);

}  // namespace ashlar::pictures
