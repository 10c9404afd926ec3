// SPDX-License-Identifier: BSD-3-Clause
// A matrix cut at arbitrary rows and columns, with blocks on arbitrary ranks; replicas of it on
// every rank; and its transpose in place.
#include <fmt/format.h>

#include <vector>

#include <ashlar/ashlar.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

void move_tiles(mpi::CommunicatorView comm) {
  const int ranks = comm.size();
  const Shape shape{12, 10};

  // Small tiles in one corner, larger ones elsewhere.
  const auto owner = [ranks](Index r, Index c) { return static_cast<int>((r + 2 * c) % ranks); };
  const BlockMap map({0, 1, 2, 4, 8, 12}, {0, 1, 3, 7, 10}, owner);
  say(comm, draw(map));

  DistMatrix<double> a(comm, Layout({.shape = shape, .block = {2, 2}, .grid = {ranks, 1}}));
  a.fill_with([](Index i, Index j) { return static_cast<double>(100 * i + j); });

  BlockMatrix<double> tiles(comm, map);
  copy_into(a, tiles);  // from the block-cyclic layout of a
  BlockMatrix<double> turned(comm, map.transposed());
  copy_into(tiles, turned, {.op = Op::Trans});

  const std::vector<double> all = gather_all(turned);  // the whole matrix on every rank
  bool right = true;
  for (Index i = 0; i < shape.rows; ++i)
    for (Index j = 0; j < shape.cols; ++j)
      right = right &&
              all[static_cast<std::size_t>(j + i * shape.cols)] == static_cast<double>(100 * i + j);
  verify(comm, right, "the tiles, transposed, are on every rank");

  // One copy per rank, for local reads.
  auto replicas = ReplicatedMatrix<double>::everywhere(comm, shape);
  copy_into(a, replicas);
  DistMatrix<double> back(comm, a.layout());
  copy_into(replicas, back);  // each rank reads its replica
  verify(comm, count_differences(a, back) == 0, "back from the replicas it is the same");

  DistMatrix<double> square(comm, Layout({.shape = {9, 9}, .block = {2, 3}, .grid = {1, ranks}}));
  square.fill_with([](Index i, Index j) { return static_cast<double>(10 * i + j); });
  const auto expected = transpose(square);
  transpose_in_place(square);  // without a second matrix
  verify(comm, count_differences(square, expected) == 0, "transposed in place");
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::apps::CommandLine(
             "Move a matrix into tiles of unequal size and into replicas, and "
             "transpose one in its own memory",
             "mpirun -n 3 tiles")
      .run(argc, argv, move_tiles);
}
