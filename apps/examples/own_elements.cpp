// SPDX-License-Identifier: BSD-3-Clause
// Matrix with a struct of the program as element type: the best value, its time and its rank. Its
// bytes are distributed, moved and gathered like numbers.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <ashlar/ashlar.hpp>

using ashlar::Index;

namespace {

struct Best {
  double value, seconds;
  std::int32_t source;
  bool is_known;
};

}  // namespace

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    const auto grid = ashlar::ProcessGrid::balanced(world);
    ashlar::DistMatrix<Best> best(grid, {40, 30}, {.block = {8, 8}});
    best.fill_with([](Index i, Index j) {
      return Best{static_cast<double>(100 * i + j), 0.5, static_cast<std::int32_t>(i % 7), j > 0};
    });

    const auto turned = ashlar::transpose(best);
    const Best corner = turned.broadcast(29, 39);  // on every rank
    ashlar::expect(corner.value == 3929 && corner.source == 4 && corner.is_known,
                   "the last element is another one");

    // Each rank receives whole columns and finds their best element.
    const ashlar::Layout columns({.shape = {30, 40}, .block = {30, 1}, .grid = {1, world.size()}});
    const auto mine = ashlar::redistribute(turned, columns);
    Index known = 0;
    for (Index j = 0; j < mine.local_cols(); ++j)
      for (Index i = 0; i < mine.local_rows(); ++i) known += mine.local()(i, j).is_known ? 1 : 0;
    ashlar::expect(known == 29 * mine.local_cols(), "a flag was lost");

    const std::vector<Best> all = ashlar::gather(mine);  // on rank 0
    if (world.rank() == 0)
      std::printf("%zu elements, the last is %g\n", all.size(), all.back().value);
    return 0;
  });
}
