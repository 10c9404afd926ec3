// SPDX-License-Identifier: BSD-3-Clause
// Assembly and solution of a chain of springs: each element contributes 2 x 2 values, also to rows
// of other ranks.
//   mpirun -n 3 assembly
#include <cmath>
#include <cstdio>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    constexpr Index nodes = 101;
    const auto grid = ProcessGrid::balanced(world);
    DistMatrix<double> stiffness(grid, {nodes, nodes}), load(grid, {nodes, 1});

    Assembler<double> assembler(stiffness);
    const double spring[] = {1, -1, -1, 1};
    for (Index e = world.rank(); e + 1 < nodes; e += world.size()) {  // springs of this rank
      const std::vector<Index> ends{e, e + 1};
      assembler.add_values(ends, ends, spring);
    }
    if (world.rank() == 0) assembler.add_value(0, 0, 1);  // the first node is fixed
    assembler.assemble();
    load.set(nodes - 1, 0, 1);  // the last node is pulled

    const auto shift = cholesky_solve(stiffness, load);
    const std::vector<Index> end{nodes - 1}, column{0};
    const std::vector<double> moved = get_values(shift, end, column);  // on every rank
    mpi::agree(world, std::abs(moved[0] - nodes) < 1e-8, "the end moves by another length");
    if (world.rank() == 0) std::printf("the end moves by %g\n", moved[0]);
  });
}
