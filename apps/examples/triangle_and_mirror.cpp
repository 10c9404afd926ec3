// SPDX-License-Identifier: BSD-3-Clause
// Symmetric matrix with one computed triangle: kept as a triangle, and mirrored to the whole matrix
// during a move.
//   mpirun -n 4 triangle_and_mirror
#include <cstdio>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    const auto grid = ProcessGrid::balanced(world);
    DistMatrix<double> x(grid, {200, 40}, {.block = {16, 16}});
    x.fill_with(Normal<double>(1));

    DistMatrix<double> lower(grid, {200, 200}, {.block = {16, 16}});
    syrk(x, lower, {.uplo = Uplo::Lower});                   // lower triangle of x x^T
    const auto kept = extract_triangle(lower, Uplo::Lower);  // zero above the diagonal

    // Whole matrix in another layout, slabs of rows, in one pass.
    const Layout by_rows({.shape = {200, 200}, .block = {32, 200}, .grid = {world.size(), 1}});
    const auto whole = mirror(lower, Uplo::Lower, by_rows);

    expect(count_differences(whole, redistribute(transpose(whole), by_rows)) == 0,
           "a mirrored matrix equals its transpose");
    expect(kept.broadcast(3, 5) == 0 && whole.broadcast(3, 5) == lower.broadcast(5, 3),
           "a triangle is wrong");
    auto product = gemm(x, x, {.op_b = Op::Trans});
    copy_into(whole, product, {}, {.alpha = 1, .beta = -1});  // product := whole - product
    const double error = max_abs(product);
    expect(error < 1e-10, "the triangle differs from the product by ", error);
    if (world.rank() == 0) std::printf("largest difference from the full product: %.1e\n", error);
  });
}
