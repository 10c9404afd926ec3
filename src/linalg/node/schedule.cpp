// SPDX-License-Identifier: BSD-3-Clause
#include "schedule.hpp"

#include "dry_run.hpp"

namespace ashlar::node {

int team_size(Index n, Index block, int ranks) {
  // Kernels of one AVX2 core; what a meeting costs was not measured on many cores, so a slow one.
  constexpr Rates rates{.update = 57e9, .panel = 30e9, .meeting = 5e-6, .meeting_of = 5e-7};
  constexpr int most_alone = 8;
  constexpr double least_gain = 1.05;
  if (ranks <= most_alone) return 1;
  int best = 1;
  double seconds = dry_run_lu(n, block, {ranks, 1}, rates).seconds / least_gain;
  for (const int size : {2, 4, 8}) {
    const double found = dry_run_lu(n, block, {ranks, size}, rates).seconds;
    if (found >= seconds) continue;
    seconds = found;
    best = size;
  }
  return best;
}

}  // namespace ashlar::node
