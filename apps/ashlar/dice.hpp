// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::apps {

/// Random numbers, equal on all ranks.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}
  Index from(Index least, Index most) {
    const auto span = static_cast<std::uint64_t>(most - least + 1);
    return least + static_cast<Index>(detail::random_bits(seed_, ++rolls_, 0) % span);
  }
  int below(int count) { return static_cast<int>(from(0, count - 1)); }
  /// Uniform in the logarithm.
  Index scaled_from(Index least, Index most) {
    const double part = static_cast<double>(from(0, 1 << 20)) / (1 << 20);
    const auto low = static_cast<double>(least), high = static_cast<double>(most);
    return static_cast<Index>(low * std::pow(high / low, part));
  }

 private:
  std::uint64_t seed_;
  Index rolls_ = 0;
};

/// A grid of all ranks.
inline GridShape random_grid(Dice& dice, int ranks) {
  std::vector<int> divisors;
  for (int d = 1; d <= ranks; ++d)
    if (ranks % d == 0) divisors.push_back(d);
  const int rows =
      divisors[static_cast<std::size_t>(dice.below(static_cast<int>(divisors.size())))];
  return {rows, ranks / rows};
}

/// The largest of the ranks' numbers. @collective
inline double slowest(mpi::CommunicatorView world, double mine) {
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, world.native()),
             "MPI_Allreduce");
  return mine;
}

}  // namespace ashlar::apps
