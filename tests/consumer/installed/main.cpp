// SPDX-License-Identifier: BSD-3-Clause
// Creates a grid of all ranks, distributes a matrix over it and transposes it; the local sizes must
// add up to the global size.
#include <mpi.h>

#include <cstdio>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  ashlar::mpi::Environment env(argc, argv);
  const auto grid = ashlar::ProcessGrid::balanced(env.world());
  const ashlar::Layout layout = grid.layout({9, 9}, {.block = {2, 2}});

  const ashlar::Shape mine = layout.local_shape(env.world().rank());
  long long elements = mine.rows * mine.cols;
  MPI_Allreduce(MPI_IN_PLACE, &elements, 1, MPI_LONG_LONG, MPI_SUM, env.world().native());
  if (env.world().rank() == 0)
    std::printf("%s: %lld elements\n", layout.to_string().c_str(), elements);

  ashlar::DistMatrix<double> a(grid, {9, 9}, {.block = {2, 2}});
  a.fill_with([](ashlar::Index i, ashlar::Index j) { return 10 * i + j; });
  const double moved = ashlar::transpose(a).broadcast(7, 3);
  return elements == 81 && moved == 37 ? 0 : 1;
}
