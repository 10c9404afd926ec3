// SPDX-License-Identifier: BSD-3-Clause
#include "support/timing.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include <ashlar/mpi/check.hpp>

namespace ashlar::bench {
namespace {

constexpr int most_warm_ups = 4;
constexpr double long_warm_up = 5e-3;  // seconds

bool is_right_everywhere(mpi::CommunicatorView comm, const Method& method) {
  const int mine = method.is_right() ? 1 : 0;
  int all = 0;
  mpi::check(MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm.native()), "MPI_Allreduce");
  return all == 1;
}

/// Runs a method once, untimed.
bool run_checked(mpi::CommunicatorView comm, const Method& method) {
  if (method.spoil) method.spoil();
  comm.barrier();
  method.run();
  return method.is_right && is_right_everywhere(comm, method);
}

}  // namespace

double seconds_of(mpi::CommunicatorView comm, const std::function<void()>& run) {
  comm.barrier();
  const double start = MPI_Wtime();
  run();
  const double mine = MPI_Wtime() - start;
  double slowest = 0;
  mpi::check(MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, comm.native()),
             "MPI_Allreduce");
  return slowest;
}

double median_of(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

std::vector<Measurement> measure_in_turn(mpi::CommunicatorView comm,
                                         const std::vector<Method>& methods, int rounds) {
  std::vector<Measurement> results(methods.size());
  std::vector<std::vector<double>> times(methods.size());
  for (std::size_t m = 0; m < methods.size(); ++m)
    results[m].verified = run_checked(comm, methods[m]);
  // The previous method determines the content of the caches, including page tables: so every
  // method runs before it is timed, short ones several times, and the order changes.
  std::mt19937 same_on_all_ranks;
  std::vector<std::size_t> order(methods.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 0; round < rounds; ++round) {
    std::shuffle(order.begin(), order.end(), same_on_all_ranks);
    for (std::size_t m : order) {
      for (int k = 0; k < most_warm_ups; ++k)
        if (seconds_of(comm, methods[m].run) > long_warm_up) break;
      times[m].push_back(seconds_of(comm, methods[m].run));
    }
  }
  for (std::size_t m = 0; m < methods.size(); ++m) {
    results[m].verified = run_checked(comm, methods[m]) && results[m].verified;
    const auto [min, max] = std::minmax_element(times[m].begin(), times[m].end());
    results[m].median = median_of(times[m]);
    results[m].min = *min;
    results[m].max = *max;
  }
  return results;
}

}  // namespace ashlar::bench
