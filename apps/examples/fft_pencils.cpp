// SPDX-License-Identifier: BSD-3-Clause
// Three-dimensional Fourier transform by FFTW, forward and back: each dimension is transformed
// while it is undistributed, and moves between pencils change the undistributed dimension.
//   mpirun -n 4 fft_pencils
#include <complex>
#include <cstdio>
#include <numbers>
#include <vector>

#include <fftw3.h>

#include <ashlar/ashlar.hpp>

namespace {

using namespace ashlar;

// Transforms the local part along dimension d in place. FFTW transforms the lines of one plane per
// call: `how_many` lines, `apart` elements from each other.
void transform(DistArray<c128>& u, std::size_t d, int sign) {
  if (u.local().empty()) return;
  const auto& extents = u.local_extents();
  const auto& strides = u.local_strides();
  const std::size_t in_plane = (d + 1) % 3, across = (d + 2) % 3;
  const int n = static_cast<int>(extents[d]), stride = static_cast<int>(strides[d]);
  const int how_many = static_cast<int>(extents[in_plane]);
  const int apart = static_cast<int>(strides[in_plane]);
  for (Index plane = 0; plane < extents[across]; ++plane) {
    auto* data = reinterpret_cast<fftw_complex*>(u.local().data() + plane * strides[across]);
    fftw_plan lines = fftw_plan_many_dft(1, &n, how_many, data, nullptr, stride, apart, data,
                                         nullptr, stride, apart, sign, FFTW_ESTIMATE);
    fftw_execute(lines);
    fftw_destroy_plan(lines);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](mpi::CommunicatorView world) {
    const GridShape grid = ProcessGrid::balanced(world).shape();
    const int p = grid.rows, q = grid.cols;
    const Dist whole = Dist::none(), split = Dist::block();
    const std::vector<Index> n{20, 24, 30};
    const Distribution along_x({.sizes = n, .dists = {whole, split, split}, .psizes = {1, p, q}});
    const Distribution along_y({.sizes = n, .dists = {split, whole, split}, .psizes = {p, 1, q}});
    const Distribution along_z({.sizes = n, .dists = {split, split, whole}, .psizes = {p, q, 1}});
    Plan<c128> x_to_y(world, ArrayTransfers(along_x, along_y));  // created once, run repeatedly
    Plan<c128> y_to_z(world, ArrayTransfers(along_y, along_z));
    Plan<c128> z_to_y(world, ArrayTransfers(along_z, along_y));
    Plan<c128> y_to_x(world, ArrayTransfers(along_y, along_x));
    DistArray<c128> x(world, along_x), y(world, along_y), z(world, along_z), wave(world, along_x);

    wave.fill_with([&](std::span<const Index> at) {  // 3, 5 and 7 periods
      const double turns = 3.0 * at[0] / n[0] + 5.0 * at[1] / n[1] + 7.0 * at[2] / n[2];
      return std::polar(1.0, 2 * std::numbers::pi * turns);
    });
    copy_into(wave, x);

    transform(x, 0, FFTW_FORWARD);
    x_to_y.run(x, y);
    transform(y, 1, FFTW_FORWARD);
    y_to_z.run(y, z);
    transform(z, 2, FFTW_FORWARD);

    const double size = static_cast<double>(n[0] * n[1] * n[2]);
    const std::vector<Index> peak{3, 5, 7};
    double error = 0;  // of the coefficients: `size` at the peak, 0 elsewhere
    if (c128* mine = z.find(peak)) *mine -= size;
    for (const c128& coefficient : z.local()) error = std::max(error, std::abs(coefficient) / size);
    if (c128* mine = z.find(peak)) {
      *mine += size;
      std::printf("one coefficient of %g + %.0fi\n", mine->real(), std::abs(mine->imag()));
    }

    transform(z, 2, FFTW_BACKWARD);
    z_to_y.run(z, y);
    transform(y, 1, FFTW_BACKWARD);
    y_to_x.run(y, x);
    transform(x, 0, FFTW_BACKWARD);

    for (std::size_t k = 0; k < x.local().size(); ++k)
      error = std::max(error, std::abs(x.local()[k] / size - wave.local()[k]));
    mpi::agree(world, error < 1e-13, "the transform, or its inverse, is wrong");
  });
}
