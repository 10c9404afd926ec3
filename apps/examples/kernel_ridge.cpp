// SPDX-License-Identifier: BSD-3-Clause
// Kernel ridge regression on a CSV table with the target in its last column. Writes the error on
// held-out rows for several penalties to another CSV file.
//   mpirun -n 4 kernel_ridge POINTS.csv
// Without a file the program writes one: 300 points in the plane and a noisy wave.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <ashlar/ashlar.hpp>

namespace {

using namespace ashlar;

void write_wave(const std::string& path, const ProcessGrid& grid) {
  DistMatrix<double> table(grid, {300, 3});
  table.fill_with([place = Uniform<double>(1, -1, 1), noise = Normal<double>(2)](Index i, Index j) {
    if (j < 2) return place(i, j);
    return std::sin(4 * place(i, 0)) * std::cos(2 * place(i, 1)) + 0.1 * noise(i, 0);
  });
  io::save(path, table);
}

// exp(-|x_i - x_j|^2 / 2 h^2) of all rows with the first `known` ones, by one product.
DistMatrix<double> kernel_of(const DistMatrix<double>& x, Index known, double h) {
  auto squares = x.copy();
  hadamard(x, squares);
  const std::vector<double> size = row_sums(squares);
  auto k = gemm(x, x.view({0, known}, {0, x.cols()}), {.op_b = Op::Trans});
  k.fill_with([&](Index i, Index j) {
    return std::exp(-(size[i] + size[j] - 2 * *k.find(i, j)) / (2 * h * h));
  });
  return k;
}

double rms(const MatrixView<const double>& r) {
  return norm(r, Norm::Frobenius) / std::sqrt(static_cast<double>(r.rows()));
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [&](mpi::CommunicatorView world) {
    const auto grid = ProcessGrid::balanced(world);
    const std::string path = argc > 1 ? argv[1] : "wave.csv";
    if (argc == 1) write_wave(path, grid);

    const auto table = io::load_as<double>(path, grid);
    const Index n = table.rows(), known = n * 3 / 4, features = table.cols() - 1;
    const Range learnt{0, known}, held_out{known, n};
    const auto x = redistribute(table.view({0, n}, {0, features}), grid.layout({n, features}));
    const auto y = redistribute(table.view({0, n}, {features, table.cols()}), grid.layout({n, 1}));
    const auto kernel = kernel_of(x, known, 0.5);

    std::vector<double> strengths;  // penalties
    for (int power = -6; power <= 2; ++power) strengths.push_back(std::pow(10.0, power));
    std::vector<std::vector<double>> errors;
    for (const double lambda : strengths) {
      auto k = redistribute(kernel.view(learnt, learnt), grid.layout({known, known}));
      add_to_diagonal(k, lambda);
      const auto weights = cholesky_solve(k, y.view(learnt, {0, 1}));
      auto off = gemm(kernel, weights);
      copy_into(y, off, {}, {.alpha = -1, .beta = 1});  // prediction - y
      errors.push_back({lambda, rms(off.view(learnt, {0, 1})), rms(off.view(held_out, {0, 1}))});
    }
    DistMatrix<double> curve(grid, {std::ssize(errors), 3});
    curve.fill_with([&](Index i, Index j) { return errors[i][j]; });
    io::save("error_curve.csv", curve);  // penalty, training error, test error

    const auto best = std::ranges::min_element(errors, {}, [](const auto& e) { return e[2]; });
    if (world.rank() == 0)
      std::printf("penalty %g: error %.2f on learnt rows, %.2f on held-out rows\n", (*best)[0],
                  (*best)[1], (*best)[2]);
    expect(argc > 1 || (*best)[2] < 0.15, "the wave has noise of 0.1 and no more");
  });
}
