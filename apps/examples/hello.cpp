// SPDX-License-Identifier: BSD-3-Clause
// The README's program: a matrix on all ranks, moved to other ranks, transposed, solved with.
//   mpirun -n 4 hello
#include <iostream>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    const auto grid = ProcessGrid::balanced(world);  // 2 x 2 of 4 ranks
    DistMatrix<double> a(grid, {6, 6}, {.block = {2, 2}}), b(grid, {6, 1}, {.block = {2, 2}});
    a.fill_with([](Index i, Index j) { return i == j ? 4.0 : j > i ? 1.0 : -1.0; });
    b.fill_with([](Index i, Index) { return 9.0 - 2.0 * i; });  // so x is all ones

    // The same matrix in slabs of rows, one slab a rank; then its transpose, there.
    const Layout slabs({.shape = {6, 6}, .block = {2, 6}, .grid = {world.size(), 1}});
    const auto moved = redistribute(a, slabs);
    const auto turned = transpose(moved);

    const auto x = solve(a, b);  // LU with partial pivoting
    const double residual = scaled_residual(a, x, b);
    const bool same = count_differences(a, redistribute(transpose(turned), a.layout())) == 0;

    const std::string rows = to_text(turned), solution = to_text(transpose(x));  // on rank 0
    if (world.rank() == 0)
      std::cout << "A^T =\n"
                << rows << "x^T =\n"
                << solution << "solved: " << (residual < 16 ? "yes" : "no")
                << ", there and back: " << (same ? "the same" : "another") << '\n';
    return residual < 16 && same ? 0 : 1;
  });
}
