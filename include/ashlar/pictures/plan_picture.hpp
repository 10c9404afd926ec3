// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>
#include <ashlar/pictures/picture.hpp>

namespace ashlar::pictures {

/// Picture of the traffic of a move: senders in rows, receivers in columns, bytes as colours on a
/// logarithmic scale, totals below. Above 256 ranks a row or column is a range of ranks, with exact
/// sums. Pure.
/// @throws ArgumentError  unless element_bytes is at least 1
/// @cost as a TrafficMap and the summary: about a second for a million ranks
Picture plan_picture(const Transfers& moves, int element_bytes);

}  // namespace ashlar::pictures
