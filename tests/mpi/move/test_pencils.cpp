// SPDX-License-Identifier: BSD-3-Clause
// A three-dimensional Fourier transform by pencils: each dimension is transformed while it is whole
// on a rank.
#include <cmath>
#include <numbers>

#include <ashlar/layout/descriptor.hpp>
#include <ashlar/move/array_copy.hpp>
#include <ashlar/move/plan.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// The discrete Fourier transform along dimension `d`, which is whole on every rank, by its
/// definition.
void transform(DistArray<c128>& u, std::size_t d) {
  if (u.local().empty()) return;
  const auto n = static_cast<std::size_t>(u.local_extents()[d]);
  const auto stride = static_cast<std::size_t>(u.local_strides()[d]);
  std::vector<c128> line(n);
  for (std::size_t first = 0; first < u.local().size(); ++first) {
    if (first / stride % n != 0) continue;
    for (std::size_t k = 0; k < n; ++k) {
      line[k] = 0;
      for (std::size_t x = 0; x < n; ++x)
        line[k] += u.local()[first + x * stride] *
                   std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k * x % n) /
                                       static_cast<double>(n));
    }
    for (std::size_t k = 0; k < n; ++k) u.local()[first + k * stride] = line[k];
  }
}

}  // namespace

TEST_CASE("pencils: a plane wave has one coefficient, through three transforms and two moves") {
  const auto comm = world();
  const Index nx = 6, ny = 8, nz = 10;
  const std::vector<int> grid = dims_create(comm.size(), {0, 0});
  const int p = grid[0], q = grid[1];
  const Dist whole = Dist::none(), split = Dist::block();
  const std::vector<Index> sizes{nx, ny, nz};
  const Distribution along_x({.sizes = sizes, .dists = {whole, split, split}, .psizes = {1, p, q}});
  const Distribution along_y({.sizes = sizes, .dists = {split, whole, split}, .psizes = {p, 1, q}});
  const Distribution along_z({.sizes = sizes, .dists = {split, split, whole}, .psizes = {p, q, 1}});
  Plan<c128> x_to_y(comm, ArrayTransfers(along_x, along_y));
  Plan<c128> y_to_z(comm, ArrayTransfers(along_y, along_z));
  DistArray<c128> u(comm, along_x), v(comm, along_y), w(comm, along_z);

  u.fill_with([&](std::span<const Index> at) {  // the wave (2, 3, 7)
    const double phase = 2.0 * static_cast<double>(at[0]) / 6 +
                         3.0 * static_cast<double>(at[1]) / 8 +
                         7.0 * static_cast<double>(at[2]) / 10;
    return std::polar(1.0, 2 * std::numbers::pi * phase);
  });
  transform(u, 0);
  x_to_y.run(u, v);
  transform(v, 1);
  y_to_z.run(v, w);
  transform(w, 2);

  double error = 0;
  DistArray<c128> exact(comm, along_z);
  exact.fill_with([&](std::span<const Index> k) {
    return k[0] == 2 && k[1] == 3 && k[2] == 7 ? c128(nx * ny * nz) : c128(0);
  });
  for (std::size_t k = 0; k < w.local().size(); ++k)
    error = std::max(error, std::abs(w.local()[k] - exact.local()[k]));
  check_all(comm, error < 1e-10, "one coefficient of 480, all others 0");
}
