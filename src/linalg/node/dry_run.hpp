// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "schedule.hpp"

namespace ashlar::node {

/// Speeds of one rank. The default counts flops.
struct Rates {
  double update = 1;      ///< flops a second in products with whole panels
  double panel = 1;       ///< flops a second in the elimination of a panel
  double meeting = 0;     ///< seconds until all of a team of two have met
  double meeting_of = 0;  ///< seconds more for each further member
};

/// What the ranks do in a factorisation.
struct Work {
  int panels = 0;
  Index meetings = 0;         ///< of teams, one after the other
  double elimination = 0;     ///< flops in factoring panels, one after the other
  double panel_chain = 0;     ///< the same with the updates that each panel waits for
  std::vector<double> flops;  ///< of each rank
  double seconds = 0;         ///< until the last is done, at the given rates
};

/// LU of order n over block columns of width `block`, step by step as node::factor_lu goes, without
/// computing anything: between two meetings of a team its busiest member counts. Exchanges of rows
/// cost nothing.
Work dry_run_lu(Index n, Index block, Teams teams, const Rates& rates = {});

}  // namespace ashlar::node
