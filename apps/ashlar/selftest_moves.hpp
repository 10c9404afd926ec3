// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

// Moves of `ashlar selftest`, checked by an oracle that distributes and counts elements one by one.

namespace ashlar::apps {

/// Results of random moves. [same]
struct MovesTested {
  Index moves = 0;
  Index elements = 0;  ///< of the targets
  Index wrong = 0;     ///< wrong elements of the targets
  std::string first;   ///< first wrong move; empty without one
};

/// Moves random matrices of several types between random layouts over all ranks, by all generally
/// available transports, until `seconds` have passed; at least two moves.
/// @collective
MovesTested test_moves(mpi::CommunicatorView world, double seconds, std::uint64_t seed);

/// Rate of a move within this job, in bytes per second over all ranks.
struct Bandwidth {
  Index bytes = 0;  ///< of the matrix
  double move = 0;  ///< from slabs of rows to a balanced grid of blocks, fastest of several runs
  double copy = 0;  ///< copy of equally much memory on each rank, fastest of several runs
};

/// @collective
Bandwidth measure_bandwidth(mpi::CommunicatorView world, double seconds);

}  // namespace ashlar::apps
