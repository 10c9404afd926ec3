// SPDX-License-Identifier: BSD-3-Clause
#include "schedule.hpp"

namespace ashlar::node {

int team_size(Index n, int ranks) {
  // A panel takes about as long as the update of ranks / team blocks of its width; a meeting a
  // column is only worth it where a member has many rows.
  constexpr int most_alone = 8, most_members = 8;
  constexpr Index fewest_rows = 512;
  if (ranks <= most_alone) return 1;
  int members = 1;
  while (members < most_members && 2 * members * most_alone <= ranks &&
         n / (2 * members) >= fewest_rows)
    members *= 2;
  return members;
}

}  // namespace ashlar::node
