// SPDX-License-Identifier: BSD-3-Clause
// Largest singular values of a table in slabs of rows, one per rank, in the order of C and NumPy
// arrays; ranks have different numbers of rows. A randomised SVD (Halko, Martinsson and Tropp 2011)
// reads the table three times.
//   mpirun -n 4 randomised_svd
#include <cmath>
#include <cstdio>
#include <vector>

#include <ashlar/ashlar.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    constexpr Index cols = 60, wanted = 5, more = 7;
    // 100, 137, 174 ... rows per rank, in rank order.
    const auto first_row = [](Index rank) { return 100 * rank + 37 * rank * (rank - 1) / 2; };
    const Index first = first_row(world.rank()), rows_of_mine = first_row(world.rank() + 1) - first;
    std::vector<double> mine(rows_of_mine * cols);
    for (Index i = 0; i < rows_of_mine; ++i)
      for (Index j = 0; j < cols; ++j) {
        const double x = static_cast<double>(first + i) / 100, y = static_cast<double>(j) / 20;
        for (int wave = 1; wave <= 8; ++wave)  // amplitudes decrease by factors of ten
          mine[i * cols + j] += std::pow(0.1, wave) * std::cos(wave * x) * std::sin(wave * y + 1);
      }

    const auto slabs = wrap_rows(world, rows_of_mine, cols, mine.data());  // nothing is copied
    DistMatrix<double> a(ProcessGrid::balanced(world), slabs.shape());
    copy_into(slabs, a);

    DistMatrix<double> random(ProcessGrid::balanced(world), {cols, wanted + more});
    random.fill_with(Normal<double>(1));
    const auto q = orthonormal_basis(gemm(a, random));  // columns nearly span A's range
    const auto b = gemm(q, a, {.op_a = Op::Trans});     // small: A is nearly Q B
    const auto [values, u, vh, algorithm] = svd(b);
    const auto vectors = gemm(q, u);  // left singular vectors of A

    const std::vector<double> exact = svd(a).values;
    double off = 0;
    for (Index k = 0; k < wanted; ++k) off = std::max(off, std::abs(values[k] / exact[k] - 1));
    if (world.rank() == 0)
      std::printf("%ld x %ld, singular values %.3f %.3f %.3f ...\n", a.rows(), a.cols(), values[0],
                  values[1], values[2]);
    expect(off < 1e-6, "singular values are off by ", off);
    expect(vectors.rows() == a.rows(), "a left vector has a number for each row");
  });
}
