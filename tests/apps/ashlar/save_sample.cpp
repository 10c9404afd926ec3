// SPDX-License-Identifier: BSD-3-Clause
// Writes the checkpoint that argv[1] names, for test_checkpoint.py: matrices of several types whose
// element (i, j) is 100 i + j, one of them of more than one chunk.
#include <csignal>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  using namespace ashlar;
  // A file beyond the process's size limit is then an error of the write, not a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  return run(argc, argv, [&](mpi::CommunicatorView world) {
    const ProcessGrid grid = ProcessGrid::balanced(world);
    const auto filled = [&]<class T>(Shape shape, Block block, T) {
      DistMatrix<T> a(grid, shape, {.block = block});
      a.fill_with([](Index i, Index j) { return T(static_cast<RealOf<T>>(100 * i + j)); });
      return a;
    };
    const auto a = filled({700, 3000}, {64, 64}, double{});
    const auto b = filled({11, 7}, {2, 3}, c64{});
    const auto c = filled({1, 5}, {1, 1}, std::int16_t{});
    io::save_checkpoint(argv[1], {{"A", a}, {"b", b, StorageOrder::Fortran}, {"c", c}},
                        {{"step", "100"}});
  });
}
