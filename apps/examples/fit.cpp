// SPDX-License-Identifier: BSD-3-Clause
// Least squares and eigenvalues: a polynomial through noisy points, and the accuracy of its
// coefficients.
//   mpirun -n 4 fit
#include <cmath>
#include <cstdio>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    constexpr Index points = 400, degree = 3;
    const auto at = [](Index i) { return 2.0 * static_cast<double>(i) / (points - 1) - 1; };
    const auto grid = ProcessGrid::balanced(world);
    DistMatrix<double> powers(grid, {points, degree + 1}), y(grid, {points, 1});
    powers.fill_with([&](Index i, Index j) { return std::pow(at(i), j); });
    y.fill_with([&, noise = Normal<double>(1)](Index i, Index j) {
      return 1 - 2 * at(i) + 3 * std::pow(at(i), 3) + 0.01 * noise(i, j);
    });

    try {
      const auto fit = least_squares(powers, y);
      const std::vector<double> c = gather_all(fit.x);
      const auto normal = gemm(powers, powers, {.op_a = Op::Trans});
      const auto eigen = symmetric_eigen(normal);
      if (world.rank() == 0)
        std::printf("%.2f %+.2f x %+.2f x^2 %+.2f x^3, condition %.0f\n", c[0], c[1], c[2], c[3],
                    eigen.values.back() / eigen.values.front());
      mpi::agree(world, std::abs(c[3] - 3) < 0.05, "the cubic coefficient is another one");
    } catch (const NotConverged& error) {  // an iteration did not converge; thrown on every rank
      if (world.rank() == 0) std::printf("no eigenvalues: %s\n", error.what());
      throw;
    }
  });
}
