// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <ashlar/layout/transfers.hpp>

namespace ashlar::detail {

/// What one rank has to do with a move, in elements.
struct RankLoad {
  int rank = 0;
  Index sent = 0, received = 0;  ///< to and from others
  Index kept = 0;
  Index messages = 0;  ///< to others and from others; 0 where they are not counted
};

struct MoveTotals {
  Index elements = 0;  ///< that the move writes
  Index messages = 0;  ///< between different ranks
};

/// Whether each rank's messages are counted: of a triangle that takes a look at every partner.
enum class PartnerCount { None, OfEachRank };

/// Calls f for every rank of either grid.
/// @cost as Transfers::summary
MoveTotals visit_loads(const Transfers& moves, PartnerCount count,
                       const std::function<void(const RankLoad&)>& f);

}  // namespace ashlar::detail
