// SPDX-License-Identifier: BSD-3-Clause
// Two disjoint groups of ranks, as of a simulation and its analysis: one computes a matrix, the
// other receives it.
//   mpirun -n 5 disjoint_groups
#include <cstdio>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    expect(world.size() >= 2, "start at least two ranks");
    const bool computes = world.rank() < world.size() / 2;
    const auto group = mpi::Communicator::split(world, computes ? 0 : 1);

    // Each group creates a matrix on its communicator.
    const auto grid = ProcessGrid::balanced(group);
    DistMatrix<double> mine(grid, {300, 200}, {.block = {computes ? 10 : 64, 32}});
    if (computes) mine.fill_with([](Index i, Index j) { return 1000.0 * i + j; });

    // `world` contains both groups. Ranks outside a matrix's group pass nullptr.
    auto source = bind(world, computes ? &mine : nullptr);
    auto target = bind(world, computes ? nullptr : &mine);
    copy_into(source, target);

    const double corner = mine.broadcast(299, 199);  // read within each group
    mpi::agree(world, corner == 299199, "the corner is another element");
    if (group.rank() == 0)
      std::printf("%s: %s, corner %g\n", computes ? "computed" : "taken over",
                  mine.layout().to_string().c_str(), corner);
  });
}
