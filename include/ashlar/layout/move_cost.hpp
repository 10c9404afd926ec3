// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// A network, as the simplest model has it.
struct Network {
  double latency_s = 0;      ///< of a message
  double bytes_per_s = 1e9;  ///< that a rank sends and receives, together
};

/// What the busiest rank of a move has to do.
struct MoveCost {
  double seconds = 0;
  int rank = 0;        ///< the busiest one; the first of several
  Index messages = 0;  ///< that it sends and receives
  Index bytes = 0;     ///< that it sends to others and receives from them
};

/// Estimate of the time of a move: that of the rank for which
///   messages * latency + bytes / bandwidth
/// is largest, counting what it sends and what it receives. Ranks do not wait for each other in
/// this model, links are not shared, and what stays on a rank costs nothing. Pure.
/// @throws ArgumentError unless the latency is 0 or more and the bandwidth above 0
/// @cost as Transfers::summary; of a triangle also a look at each partner of each rank
MoveCost cost_of(const Transfers& moves, int element_bytes, const Network& network);

}  // namespace ashlar
