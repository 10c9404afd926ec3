// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Gain if a position goes to this candidate.
struct Gain {
  int candidate = 0;
  Index gain = 0;  ///< > 0
};

/// Calls back with all gains of a position; pairs that are not named gain nothing.
using GainsOf = std::function<const std::vector<Gain>&(int position)>;

/// Candidates for positions 0, 1, …, none twice, so that the sum of gains is the largest there is:
/// a matching of largest weight, by shortest augmenting paths with potentials (Kuhn, Munkres;
/// Jonker and Volgenant). A position may be left without (-1) where it would gain nothing.
/// @cost about positions x gains x log, usually far less; all gains are stored
std::vector<int> best_assignment(int positions, int candidates, const GainsOf& gains_of);

/// The same by one pass over the gains: at least half of the largest sum (local ratio).
/// @cost in proportion to the gains; few of them are stored
std::vector<int> half_best_assignment(int positions, int candidates, const GainsOf& gains_of);

}  // namespace ashlar::detail
