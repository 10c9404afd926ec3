// SPDX-License-Identifier: BSD-3-Clause
// Principal components of a table in a file, one observation per row.
//   mpirun -n 4 principal_components TABLE.npy
// Without a file the program writes one, of 500 points near a plane in seven dimensions.
#include <cstdio>
#include <string>

#include <ashlar/ashlar.hpp>

namespace {

using namespace ashlar;

void write_plane(const std::string& path, const ProcessGrid& grid) {
  DistMatrix<double> points(grid, {500, 2}), plane(grid, {2, 7});
  points.fill_with(Normal<double>(1));
  plane.fill_with(Normal<double>(2));
  auto table = gemm(points, plane);
  DistMatrix<double> noise(grid, {500, 7});
  noise.fill_with([draw = Normal<double>(3)](Index i, Index j) { return 5 + 0.01 * draw(i, j); });
  copy_into(noise, table, {}, {.beta = 1});  // table += noise
  io::save(path, table);
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [&](mpi::CommunicatorView world) {
    const auto grid = ProcessGrid::balanced(world);
    const std::string path = argc > 1 ? argv[1] : "plane.npy";
    if (argc == 1) write_plane(path, grid);

    auto table = io::load_as<double>(path, grid);
    center_cols(table);  // every column's mean becomes 0
    const auto [values, u, directions, algorithm] = svd(table);
    const auto scores = gemm(table, directions.view({0, 2}, {0, table.cols()}),
                             {.op_b = Op::ConjTrans});  // points in the first two directions

    double all = 0;
    for (const double s : values) all += s * s;
    const double first_two = (values[0] * values[0] + values[1] * values[1]) / all;
    if (world.rank() == 0)
      std::printf("%ld points, the first two of %ld directions have %.2f %% of their variance\n",
                  table.rows(), table.cols(), 100 * first_two);
    expect(argc > 1 || first_two > 0.99, "points near a plane have two directions");
    expect(scores.shape() == Shape{table.rows(), 2}, "a point has two scores");
  });
}
