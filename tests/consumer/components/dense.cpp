// SPDX-License-Identifier: BSD-3-Clause
// Linear algebra without files.
#include <cmath>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/mpi/run.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    const auto grid = ProcessGrid::balanced(world);
    DistMatrix<double> a(grid, {30, 30}, {.block = {4, 4}}), x(grid, {30, 2}, {.block = {4, 4}});
    a.fill_with([](Index i, Index j) { return i == j ? 40.0 : 1.0; });
    x.fill(1);
    // Each row of A sums to 69.
    auto b = x.copy();
    b.fill(69);
    const auto found = solve(a, b);
    return std::abs(found.broadcast(17, 1) - 1) < 1e-12 ? 0 : 1;
  });
}
