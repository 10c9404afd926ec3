// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/routine.hpp>

#include "kernel_rates.hpp"
#include "schedule.hpp"

namespace ashlar::node {

/// Factorisation and its ranks: LU, QR or Cholesky of an n x n matrix in block columns.
struct Factorisation {
  Routine routine = Routine::Lu;
  Index n = 0;
  Index block = 1;
  CrewPlan plan;
};

/// Work of the ranks in a factorisation.
struct Work {
  int panels = 0;
  Index meetings = 0;         ///< of teams on the way from panel to panel, one after the other
  double elimination = 0;     ///< flops in factoring panels, one after the other
  double panel_chain = 0;     ///< the same with the updates that each panel waits for
  std::vector<double> flops;  ///< of each rank
  double seconds = 0;         ///< until the last is done, at the given rates
};

/// A factorisation step by step as the real one goes, without computing anything: between two
/// meetings of a team its busiest member counts.
/// @throws ArgumentError for any other routine
Work dry_run(const Factorisation& work, const KernelRates& rates = {});

/// The same of Cholesky, which goes by a list of tasks.
Work dry_run_tasks(const Factorisation& work, const Kernels& kernels);

}  // namespace ashlar::node
