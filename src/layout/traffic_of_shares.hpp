// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <span>

#include <ashlar/layout/detail/share.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar::detail {

/// Volume and messages of `rank`, from the shares that it sends and receives.
inline Traffic traffic_of_shares(const Share& sends, const Share& receives, int rank) {
  Traffic traffic;
  for (const Box& to : sends.boxes())
    (to.rank == rank ? traffic.kept : traffic.sent) += to.elements;
  for (const Box& from : receives.boxes())
    if (from.rank != rank) traffic.received += from.elements;
  const auto others = [rank](std::span<const int> ranks) {
    return std::ssize(ranks) - std::ranges::count(ranks, rank);
  };
  traffic.messages_out = others(sends.ranks());
  traffic.messages_in = others(receives.ranks());
  return traffic;
}

}  // namespace ashlar::detail
