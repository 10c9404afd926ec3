// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::bench {

/// One of several ways to do the same.
struct Method {
  std::string name;
  std::function<void()> run;       ///< collective; the only part that is timed
  std::function<void()> spoil;     ///< makes an old result unusable; none: nothing is checked
  std::function<bool()> is_right;  ///< whether this rank's part of the result is right
};

/// What one method took, in seconds. The time of a round is that of the slowest rank, from a
/// barrier on.
struct Measurement {
  double median = 0, min = 0, max = 0;
  bool verified = false;  ///< the first and the last round were checked and right on all ranks
};

/// Runs all methods in turn, round by round: a checked round, `rounds` that count, each in an order
/// of its own and with every method twice, of which the second time counts, another checked one.
/// [same] except what the methods do
/// @collective
std::vector<Measurement> measure_in_turn(mpi::CommunicatorView comm,
                                         const std::vector<Method>& methods, int rounds);

/// Seconds that the slowest rank spends in `run`, from a barrier on. @collective
double seconds_of(mpi::CommunicatorView comm, const std::function<void()>& run);

/// The middle one; of an even number the upper of the two.
/// @pre not empty
double median_of(std::vector<double> times);

}  // namespace ashlar::bench
