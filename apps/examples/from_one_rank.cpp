// SPDX-License-Identifier: BSD-3-Clause
// Array of rank 0: distributed to all ranks, a system solved with it, the solution gathered on rank
// 0.
//   mpirun -n 4 from_one_rank
#include <cmath>
#include <cstdio>
#include <vector>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using ashlar::Index;
    constexpr Index n = 500;
    std::vector<double> array, right;  // column-major on rank 0, empty on the others
    if (world.rank() == 0) {
      array.assign(n * n, 0);
      for (Index i = 0; i < n; ++i) array[static_cast<std::size_t>(i * n + i)] = 2;
      for (Index i = 1; i < n; ++i) array[static_cast<std::size_t>((i - 1) * n + i)] = -1;
      for (Index i = 1; i < n; ++i) array[static_cast<std::size_t>(i * n + i - 1)] = -1;
      right.assign(n, 1);
    }

    const auto grid = ashlar::ProcessGrid::balanced(world);
    ashlar::DistMatrix<double> a(grid, {n, n}), b(grid, {n, 1});
    ashlar::scatter({array.data(), n, n, 1, n}, a);  // pointer, rows, cols, strides
    ashlar::scatter({right.data(), n, 1, 1, n}, b);

    const auto x = ashlar::solve(a, b);                      // distributed over all ranks
    const std::vector<double> solution = ashlar::gather(x);  // all elements, on rank 0

    if (world.rank() == 0) {
      std::printf("x[0] = %.3f, x[249] = %.3f\n", solution[0], solution[249]);
      ashlar::expect(std::abs(solution[249] - 31375) < 1e-6, "the deflection is another one");
    }
  });
}
