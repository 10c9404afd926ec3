// SPDX-License-Identifier: BSD-3-Clause
// Matrix in a file: read by all ranks, decomposed, the result written for NumPy.
//   mpirun -n 4 from_file TABLE.npy
// Without a file the program writes one first: table.npy, 400 points near a plane in five
// dimensions.
#include <cstdio>
#include <string>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [&](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    const auto grid = ProcessGrid::balanced(world);
    const std::string path = argc > 1 ? argv[1] : "table.npy";
    if (argc == 1) {
      const auto points = generate<double>(grid, {400, 2}, {}, Normal<double>(1));
      const auto plane = generate<double>(grid, {2, 5}, {}, Normal<double>(2));
      io::save(path, gemm(points, plane));
    }

    const auto table = io::load_as<double>(path, grid);  // converts other real types to double
    const auto [values, u, vh, algorithm] = svd(table);
    io::save("directions.npy", vh);

    if (world.rank() == 0) {
      std::printf("%ld x %ld, singular values", table.rows(), table.cols());
      for (const double value : values) std::printf(" %.1f", value);
      std::printf("\n");
    }
  });
}
