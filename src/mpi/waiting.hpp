// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

namespace ashlar::mpi {

/// "rank 3", "ranks 0, 2-5 and 9": ascending ranks as people write them; cut short beyond eight
/// runs.
std::string ranks_text(std::span<const int> ranks);

/// A wait that lasted too long, as the one who waited knows it.
struct LongWait {
  int rank = 0;
  int size = 1;
  int limit_s = 0;
  const char* inner = nullptr;  ///< the MPI call; null for waits of our own
  const char* outer = nullptr;  ///< the call of the user, null if it is not known
  std::span<const int> late;    ///< ranks that did not come; empty if they are not known
};

/// The sentence of a TimeoutError and of the watchdog.
std::string sentence_of(const LongWait& wait);

}  // namespace ashlar::mpi
