// SPDX-License-Identifier: BSD-3-Clause
// Pencils of a three-dimensional Fourier transform: an array undistributed along x, then y, then z,
// and back.
//   mpirun -n 4 pencils
#include <cstdio>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    const GridShape grid = ProcessGrid::balanced(world).shape();
    const int p = grid.rows, q = grid.cols;
    const Dist whole = Dist::none(), split = Dist::block();
    const std::vector<Index> n{20, 30, 40};
    const Distribution along_x({.sizes = n, .dists = {whole, split, split}, .psizes = {1, p, q}});
    const Distribution along_y({.sizes = n, .dists = {split, whole, split}, .psizes = {p, 1, q}});
    const Distribution along_z({.sizes = n, .dists = {split, split, whole}, .psizes = {p, q, 1}});
    DistArray<c128> x(world, along_x), y(world, along_y), z(world, along_z), again(world, along_x);
    Plan<c128> x_to_y(world, ArrayTransfers(along_x, along_y));  // created once, run repeatedly
    Plan<c128> y_to_z(world, ArrayTransfers(along_y, along_z));

    const auto value = [](std::span<const Index> at) { return c128(100.0 * at[0] + at[1], at[2]); };
    x.fill_with(value);
    // Transforms of the lines along x, local_strides()[0] apart, belong here.
    x_to_y.run(x, y);
    y_to_z.run(y, z);
    copy_into(z, again);

    mpi::agree(world, std::ranges::equal(x.local(), again.local()), "an element was lost");
    const std::vector<Index> corner{19, 29, 39};
    if (const c128* mine = z.find(corner))
      std::printf("rank %d has the corner: %g + %gi\n", world.rank(), mine->real(), mine->imag());
  });
}
