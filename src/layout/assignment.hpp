// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar::detail {

struct Gain {
  int candidate = 0;
  Index gain = 0;  ///< > 0
};

/// Callback for all positive gains of a position.
using GainsOf = std::function<const std::vector<Gain>&(int position)>;

/// Maximum-weight matching: distinct candidates for positions 0, 1, …, -1 if unassigned, by
/// shortest augmenting paths with potentials (Kuhn, Munkres; Jonker and Volgenant).
/// @cost about positions x gains x log, usually far less; stores all gains
std::vector<int> best_assignment(int positions, int candidates, const GainsOf& gains_of);

/// Matching by one pass over the gains, with at least half of the largest weight (local ratio).
/// @cost proportional to the gains; stores few
std::vector<int> half_best_assignment(int positions, int candidates, const GainsOf& gains_of);

/// `relabelled` by exact assignment up to `most_exact` positions, by greedy assignment beyond.
Layout with_chosen_ranks(const Transfers& moves, int processes, Index most_exact);

}  // namespace ashlar::detail
