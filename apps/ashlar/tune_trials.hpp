// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

#include "base/tuning.hpp"
#include "dice.hpp"

namespace ashlar::apps {

/// A number that was changed, with the ratio of the times before and after.
struct TunedNumber {
  std::string name;
  double before, after;
  double gain;
};

/// Conditions of a measurement, equal on all ranks.
struct TuneRun {
  mpi::CommunicatorView world;
  double until = 0;  ///< MPI_Wtime of rank 0 at which it ends
  Dice dice;

  /// @collective
  bool is_over() const { return slowest(world, world.rank() == 0 ? MPI_Wtime() - until : -1) > 0; }
};

/// Chooses the numbers of the kernels by random moves between segments: first those of a known
/// processor family together, then one number after the other. A value replaces another if it is
/// faster by more than the noise and 3 %, and again on other moves, of which it slows few down, and
/// if small moves take the same time.
/// @collective
std::vector<TunedNumber> tune_moves(TuneRun& run, ashlar::detail::Tuning& numbers);

/// Chooses the kernels of products; on at least two ranks also the orders below which one rank is
/// fastest, and ELPA's.
/// @collective
std::vector<TunedNumber> tune_linalg(TuneRun& run, ashlar::detail::Tuning& numbers);

/// Core type of OpenBLAS in a trial.
struct BlasCore {
  std::string name;    ///< of OPENBLAS_CORETYPE; empty: the choice of OpenBLAS
  std::string actual;  ///< core type that OpenBLAS uses; empty if the trial failed
  bool is_right = false;
  double gflops = 0;  ///< of dgemm on one core, in 10^9 operations per second
};
/// Tries each core type in a separate process, the choice of OpenBLAS first; starts none after
/// `seconds`.
std::vector<BlasCore> try_blas_cores(double seconds);
/// Prints the line of a trial of this process's BLAS.
void print_blas_trial();

}  // namespace ashlar::apps
