// SPDX-License-Identifier: BSD-3-Clause
// Measurements of the HPL benchmark: random systems of growing order, solved by LU with partial
// pivoting; the rate in HPL's operation count and HPL's scaled residual, which must be below 16. It
// is a demo, not a Top 500 entry: HPL times its own code in one layout.
#include <fmt/format.h>

#include <algorithm>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

struct Options {
  std::vector<Index> orders = {250, 500, 1000, 2000};
  int repeat = 3;
  std::string out = ".";
};

// HPL's operation count of a solution with one right-hand side.
double operations(Index order) {
  const auto n = static_cast<double>(order);
  return (2.0 / 3 * n + 3.0 / 2) * n * n;
}

struct Result {
  double seconds, residual;
};

// Fastest of `repeat` solutions, and the residual of the last one.
Result measure(const ProcessGrid& grid, Index n, int repeat) {
  const mpi::CommunicatorView comm = grid.comm();
  DistMatrix<double> a(grid, {n, n}), b(grid, {n, 1});
  a.fill_with(Uniform<double>(1, -0.5, 0.5));
  b.fill_with(Uniform<double>(2, -0.5, 0.5));
  Result result{1e300, 0};
  for (int round = 0; round < repeat; ++round) {
    comm.barrier();
    const double start = MPI_Wtime();
    const auto x = solve(a, b);
    comm.barrier();
    result.seconds = std::min(result.seconds, MPI_Wtime() - start);
    result.residual = scaled_residual(a, x, b);
  }
  return result;
}

void run(mpi::CommunicatorView comm, const Options& options) {
  const auto grid = ProcessGrid::balanced(comm);
  DistMatrix<double> table(grid, {std::ssize(options.orders), 5});
  say(comm, "       n  ranks     seconds   GFLOP/s  residual");
  double worst = 0;
  for (Index k = 0; k < table.rows(); ++k) {
    const Index n = options.orders[k];
    const Result result = measure(grid, n, options.repeat);
    const double gflops = operations(n) / result.seconds / 1e9;
    say(comm, fmt::format("{:8} {:6} {:11.4f} {:9.3f} {:9.2e}", n, comm.size(), result.seconds,
                          gflops, result.residual));
    worst = std::max(worst, result.residual);
    const double row[] = {static_cast<double>(n), static_cast<double>(comm.size()), result.seconds,
                          gflops, result.residual};
    for (Index j = 0; j < table.cols(); ++j) table.set(k, j, row[j]);
  }
  draw(table, options.out + "/hpl.svg");
  verify(comm, worst < 16, "all scaled residuals are below 16, HPL's limit");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  ashlar::apps::CommandLine line(
      "Solve random systems of growing order, with HPL's residual and rate",
      "mpirun -n 4 hpl --n 1000,2000");
  line.add("--n", options.orders, "the orders, separated by commas", {.least = 1, .most = 200000});
  line.add("--repeat", options.repeat, "solutions of each order; the fastest counts",
           {.least = 1, .most = 1000});
  line.add("--out", options.out, "folder that gets hpl.csv and hpl.svg");
  return line.run(argc, argv, [&](mpi::CommunicatorView world) { run(world, options); });
}
