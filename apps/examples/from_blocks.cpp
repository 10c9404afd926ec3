// SPDX-License-Identifier: BSD-3-Clause
// Existing blocks on every rank: wrapped without a copy, changed in place, moved to a suitable
// layout for a decomposition, and the result moved back.
//   mpirun -n 4 from_blocks
#include <cstdio>
#include <vector>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    constexpr Index rows_each = 200, cols = 30;
    const Index rows = rows_each * world.size();
    std::vector<double> mine(rows_each * cols);  // 200 rows of the table, row by row
    for (std::size_t k = 0; k < mine.size(); ++k)
      mine[k] = static_cast<double>((k * k + 7 * static_cast<std::size_t>(world.rank())) % 101);

    // Slabs of rows, one per rank. Nothing is copied.
    const Layout slabs(
        {.shape = {rows, cols}, .block = {rows_each, cols}, .grid = {world.size(), 1}});
    auto table = DistMatrix<double>::wrap(world, slabs, {mine.data(), cols, StorageOrder::C});
    center_cols(table);  // changes `mine`: the mean of each column is then 0

    // Moves to blocks of 64 x 64 on a square grid, and back to `mine`.
    const auto squares = ProcessGrid::balanced(world).layout({rows, cols}, {.block = {64, 64}});
    const auto blocks = redistribute(table, squares);
    const auto basis = orthonormal_basis(blocks);
    copy_into(basis, table);

    auto off = gemm(table, table, {.op_a = Op::Trans});
    add_to_diagonal(off, -1.0);  // Q^T Q - I
    const double error = max_abs(off);
    if (world.rank() == 0)
      std::printf("%ld orthonormal columns in place of the table\n", basis.cols());
    expect(error < 1e-12, "the columns are off by ", error);
  });
}
