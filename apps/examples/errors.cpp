// SPDX-License-Identifier: BSD-3-Clause
// Caught errors: a singular system that is repaired, a missing file, and an error of one rank that
// is thrown on all ranks.
//   mpirun -n 3 errors
#include <cstdio>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [&](ashlar::mpi::CommunicatorView world) {
    const auto say = [&](const char* text) {
      if (world.rank() == 0) std::printf("%s\n", text);
    };
    const auto grid = ashlar::ProcessGrid::balanced(world);
    ashlar::DistMatrix<double> a(grid, {100, 100}, {.block = {16, 16}});  // zero
    ashlar::DistMatrix<double> b(grid, {100, 1}, {.block = {16, 16}});
    b.fill(3);

    try {
      (void)ashlar::solve(a, b);
    } catch (const ashlar::SingularMatrix& error) {  // thrown on all ranks
      say(error.what());
      ashlar::fill_diagonal(a, 2.0);  // collective calls may follow
    }
    const auto x = ashlar::solve(a, b);
    ashlar::expect(x.broadcast(99, 0) == 1.5, "the mended system has another solution");

    try {
      (void)ashlar::io::load<double>("there/is/no.npy", grid);
    } catch (const ashlar::FileError& error) {
      say(error.what());
    }

    try {
      ashlar::mpi::together(world, [&] {  // steps that may fail on one rank
        if (world.rank() == world.size() - 1) throw std::runtime_error("the last rank has no data");
      });
    } catch (const ashlar::Error& error) {  // base class of all errors
      say(error.what());
    }
  });
}
