// SPDX-License-Identifier: BSD-3-Clause
// Program of the README: loads a linear system, moves A to other blocks, solves, saves X.
//   mpirun -n 4 hello
// Without A.npy it first writes A.npy and b.npy, a system of order 400.
#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    const auto grid = ProcessGrid::balanced(world);  // 4 ranks: 2 x 2
    if (!io::holds("A.npy")) {
      io::save("A.npy", generate<double>(grid, {400, 400}, {}, DiagonallyDominant<double>(1, 400)));
      io::save("b.npy", generate<double>(grid, {400, 1}, {}, Normal<double>(2)));
    }

    const auto table = io::load<double>("A.npy", grid, {.block = {100, 400}});  // whole rows
    const auto a = redistribute(table, grid.layout(table.shape(), {.block = {64, 64}}));
    const auto b = io::load<double>("b.npy", grid, {.block = {64, 64}});
    const auto x = solve(a, b);  // LU with partial pivoting
    io::save("x.npy", x);
    return scaled_residual(a, x, b) < 16 ? 0 : 1;
  });
}
