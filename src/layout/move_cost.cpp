// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/move_cost.hpp>

#include <ashlar/base/error.hpp>

#include "rank_loads.hpp"

namespace ashlar {

MoveCost cost_of(const Transfers& moves, int element_bytes, const Network& network) {
  expect(network.latency_s >= 0 && network.bytes_per_s > 0, "cost_of: the latency is ",
         network.latency_s, " s and the bandwidth ", network.bytes_per_s,
         " bytes per second, but must be at least 0 and above 0");
  MoveCost most;
  bool is_first = true;
  detail::visit_loads(moves, detail::PartnerCount::OfEachRank, [&](const detail::RankLoad& load) {
    const Index bytes = (load.sent + load.received) * element_bytes;
    const double seconds = static_cast<double>(load.messages) * network.latency_s +
                           static_cast<double>(bytes) / network.bytes_per_s;
    const bool is_more =
        seconds > most.seconds || (seconds == most.seconds && load.rank < most.rank);
    if (is_first || is_more) most = {seconds, load.rank, load.messages, bytes};
    is_first = false;
  });
  return most;
}

}  // namespace ashlar
