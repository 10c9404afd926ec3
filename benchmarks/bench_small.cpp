// SPDX-License-Identifier: BSD-3-Clause
// Cost of one small move: microseconds of copy_into, repeated between two matrices.
#include <algorithm>
#include <cstdio>

#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/environment.hpp>

#include "support/command_line.hpp"

namespace {

/// Seconds of the slowest rank for `calls` moves.
double seconds_of(ashlar::mpi::CommunicatorView comm, ashlar::Index n, int calls) {
  using namespace ashlar;
  const int size = comm.size();
  DistMatrix<double> a(
      comm, Layout({.shape = {n, n}, .block = {(n + size - 1) / size, n}, .grid = {size, 1}}));
  DistMatrix<double> b(comm, Layout({.shape = {n, n}, .block = {8, 8}, .grid = {1, size}}));
  a.fill(1);
  for (int call = 0; call < calls / 10; ++call) copy_into(a, b);
  comm.barrier();
  const double begin = MPI_Wtime();
  for (int call = 0; call < calls; ++call) copy_into(a, b);
  double seconds = MPI_Wtime() - begin;
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm.native()),
             "MPI_Allreduce");
  return seconds;
}

}  // namespace

int main(int argc, char** argv) {
  ashlar::Index n = 64;
  int calls = 5000, rounds = 5;
  ashlar::apps::CommandLine line("Times small moves: microseconds a call, the best of the rounds");
  line.add("--n", n, "order of the matrix");
  line.add("--calls", calls, "moves of a round");
  line.add("--rounds", rounds, "of which the best counts");
  return line.run(argc, argv, [&](ashlar::mpi::CommunicatorView comm) {
    double best = seconds_of(comm, n, calls);
    for (int round = 1; round < rounds; ++round) best = std::min(best, seconds_of(comm, n, calls));
    if (comm.rank() == 0) std::printf("%.4f\n", best / calls * 1e6);
  });
}
