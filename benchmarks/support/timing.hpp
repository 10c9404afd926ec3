// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::bench {

/// Implementation of an operation.
struct Method {
  std::string name;
  std::function<void()> run;       ///< collective; timed
  std::function<void()> spoil;     ///< invalidates an old result; empty: no check
  std::function<bool()> is_right;  ///< true if this rank's part of the result is correct
};

/// Times of one method in seconds. The time of a round is that of the slowest rank, from a barrier
/// on.
struct Measurement {
  double median = 0, min = 0, max = 0;
  bool verified = false;  ///< the first and the last round were checked and correct on all ranks
};

/// Runs all methods in turn by rounds: a checked round, `rounds` timed ones and another checked
/// one. A timed round has a random order and runs every method untimed before it is timed.
/// [same] except inside the methods
/// @collective
std::vector<Measurement> measure_in_turn(mpi::CommunicatorView comm,
                                         const std::vector<Method>& methods, int rounds);

/// Seconds of the slowest rank in `run`, from a barrier on. @collective
double seconds_of(mpi::CommunicatorView comm, const std::function<void()>& run);

/// Median; of an even number the upper of the two.
/// @pre not empty
double median_of(std::vector<double> times);

}  // namespace ashlar::bench
