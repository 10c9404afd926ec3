// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <ashlar/layout/transfers.hpp>

namespace ashlar::detail {

/// Elements of one rank in a move.
struct RankLoad {
  int rank = 0;
  Index sent = 0, received = 0;  ///< excluding kept elements
  Index kept = 0;
  Index messages = 0;  ///< to and from other ranks; 0 if not counted
};

struct MoveTotals {
  Index elements = 0;  ///< written
  Index messages = 0;  ///< between different ranks
};

/// Selection of message counts, which for a triangle cost a visit of every partner.
enum class PartnerCount { None, OfEachRank };

/// Calls f for every rank of either grid.
/// @cost that of Transfers::summary
MoveTotals visit_loads(const Transfers& moves, PartnerCount count,
                       const std::function<void(const RankLoad&)>& f);

}  // namespace ashlar::detail
