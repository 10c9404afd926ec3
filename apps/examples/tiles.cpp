// SPDX-License-Identifier: BSD-3-Clause
// Tiles of any size on any rank, and a copy of a matrix on every rank.
//   mpirun -n 4 tiles
#include <cstdio>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    const int ranks = world.size();
    const auto grid = ProcessGrid::balanced(world);
    DistMatrix<double> a(grid, {12, 10}, {.block = {2, 2}});
    a.fill_with([](Index i, Index j) { return 100.0 * i + j; });

    // Cuts at arbitrary rows and columns; block (r, c) is on rank (r + 2 c) mod P.
    const BlockMap map({0, 1, 2, 4, 8, 12}, {0, 1, 3, 7, 10},
                       [=](Index r, Index c) { return static_cast<int>((r + 2 * c) % ranks); });
    BlockMatrix<double> tiles(world, map);
    copy_into(a, tiles);
    if (const double* mine = tiles.find(11, 9))
      std::printf("rank %d has the corner tile: %g\n", world.rank(), *mine);

    // Transpose of the tiles, complete on every rank.
    auto everywhere = ReplicatedMatrix<double>::everywhere(world, {10, 12});
    copy_into(tiles, everywhere, {.op = Op::Trans});
    const std::vector<double> whole = gather_all(everywhere);
    mpi::agree(world, whole[9 + 11 * 10] == 1109, "the corner is another element");

    DistMatrix<double> back(world, a.layout());
    copy_into(everywhere, back, {.op = Op::Trans});
    expect(count_differences(a, back) == 0, "an element was lost on the way");
  });
}
