// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

// Moves that `ashlar selftest` makes, against an oracle that deals and counts elements one by one.

namespace ashlar::apps {

/// What many random moves came to, the same on all ranks.
struct MovesTested {
  Index moves = 0;
  Index elements = 0;  ///< of their targets
  Index wrong = 0;     ///< elements that are not what they should be
  std::string first;   ///< the first wrong move; empty if none is
};

/// Moves random matrices of several types between random layouts over all ranks, by all transports
/// that work everywhere, until `seconds` have passed; two moves at least.
/// @collective
MovesTested test_moves(mpi::CommunicatorView world, double seconds, std::uint64_t seed);

/// How fast a matrix moves within this job, in bytes per second over all ranks.
struct Bandwidth {
  Index bytes = 0;  ///< of the matrix
  double move = 0;  ///< from rows of all ranks to a balanced grid of blocks, the best of several
  double copy = 0;  ///< all ranks copying as much memory to themselves, the best of several
};

/// @collective
Bandwidth measure_bandwidth(mpi::CommunicatorView world, double seconds);

}  // namespace ashlar::apps
