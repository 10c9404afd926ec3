// SPDX-License-Identifier: BSD-3-Clause
// First program with Ashlar: A x = b from files, on any number of ranks.
//   mpirun -n 4 first A.npy b.npy x.npy
#include <cstdio>
#include <string_view>

#include <ashlar/ashlar.hpp>

constexpr auto usage = R"(Solve A x = b by LU: A and b from .npy files, x into one
Usage: first A.npy b.npy x.npy

Options:
  --help    print this text

Example:
  mpirun -n 4 first A.npy b.npy x.npy
)";

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [&](ashlar::mpi::CommunicatorView world) {
    if (argc == 2 && std::string_view(argv[1]) == "--help")
      return world.rank() == 0 && std::fputs(usage, stdout) < 0 ? 1 : 0;
    ashlar::expect(argc == 4, "give three files: A.npy b.npy x.npy");
    const auto grid = ashlar::ProcessGrid::balanced(world);  // as MPI_Dims_create, or better
    const auto a = ashlar::io::load<double>(argv[1], grid, {.block = {64, 64}});
    const auto b = ashlar::io::load<double>(argv[2], grid, {.block = {64, 64}});
    const auto x = ashlar::solve(a, b);  // LU; throws SingularMatrix with the pivot
    ashlar::io::save(argv[3], x);
    return ashlar::scaled_residual(a, x, b) < 16 ? 0 : 1;
  });
}
