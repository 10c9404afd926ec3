// SPDX-License-Identifier: BSD-3-Clause
// A matrix generated, filled, changed, printed, measured and compared, on a prime number of ranks.
//   mpirun -n 7 matrices
#include <iostream>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    const auto print = [&](const auto&... parts) {
      if (world.rank() == 0) (std::cout << ... << parts) << '\n';
    };

    const auto grid = ProcessGrid::make(world, {.idle = IdleRanks::Allowed});
    print("grid ", grid.reason());

    // Every rank computes its own elements from their indices, without communication.
    auto a = generate<double>(grid, {40, 30}, {.block = {8, 8}}, Hilbert<double>{});
    auto b = generate<double>(grid, {40, 30}, {.block = {8, 8}}, Normal<double>(42));  // seed 42
    a.fill_with([](Index i, Index j) { return i >= j ? 1.0 + static_cast<double>(i - j) : 0.0; });

    a.set(5, 3, -7);                                    // on its owner; other ranks ignore the call
    if (double* mine = a.find(39, 0)) *mine = 100;      // null except on the owner
    print(to_text(a, {.max_rows = 6, .max_cols = 6}));  // the text is on rank 0

    print("max ", max_abs(a), ", 1-norm ", norm(a, Norm::One), ", finite: ", all_finite(a));
    print("elements that differ: ", count_differences(a, a), " and ", count_differences(a, b));
  });
}
