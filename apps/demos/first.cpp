// SPDX-License-Identifier: BSD-3-Clause
// The first program with Ashlar: A x = b from files, on as many ranks as there are.
//   mpirun -n 4 first A.npy b.npy x.npy
#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  ashlar::mpi::Environment env(argc, argv);
  if (argc != 4) return 2;
  const auto grid = ashlar::ProcessGrid::balanced(env.world());  // MPI_Dims_create, or better
  const auto a = ashlar::io::load<double>(argv[1], grid, {.block = {64, 64}});
  const auto b = ashlar::io::load<double>(argv[2], grid, {.block = {64, 64}});
  const auto x = ashlar::solve(a, b);  // LU; throws SingularMatrix with the pivot
  ashlar::io::save(argv[3], x);
  return ashlar::scaled_residual(a, x, b) < 16 ? 0 : 1;
}
