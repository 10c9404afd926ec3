// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// Linear network model.
struct Network {
  double latency_s = 0;      ///< per message
  double bytes_per_s = 1e9;  ///< sent plus received bytes of a rank per second
};

/// Estimate for the busiest rank of a move.
struct MoveCost {
  double seconds = 0;
  int rank = 0;        ///< busiest rank, the lowest of several
  Index messages = 0;  ///< sent and received
  Index bytes = 0;     ///< sent and received, without those kept
};

/// Estimates the time of a move on its busiest rank: the maximum of
///   messages * latency + bytes / bandwidth
/// over sent and received data. Waiting, shared links and local copies are ignored. Pure.
/// @throws ArgumentError unless the latency is >= 0 and the bandwidth > 0
/// @cost as Transfers::summary; for a triangle also proportional to the pairs of partners
MoveCost cost_of(const Transfers& moves, int element_bytes, const Network& network);

}  // namespace ashlar
