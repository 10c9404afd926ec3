// SPDX-License-Identifier: BSD-3-Clause
// Energy levels of quantum oscillators, H = p^2 + V(x): odd numbers for the harmonic potential;
// the levels of the quartic potential are compared with published digits.
//
// On a grid with spacing h, the second derivative of resolved functions is exact: p^2 becomes a
// full matrix with pi^2/3 on the diagonal and 2 (-1)^(i-j) / (i-j)^2 elsewhere, over h^2, and V a
// diagonal one (D. T. Colbert and W. H. Miller, J. Chem. Phys. 96 (1992) 1982). The error decreases
// exponentially with the number of points.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <ashlar/linalg/eigen.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

constexpr Index levels = 8;
constexpr double half_width = 8;  // the grid goes from -8 to 8

// By NumPy in a basis of harmonic functions (data/make_answers.py). The first is that of K.
// Banerjee, S. P. Bhatnagar, V. Choudhry and S. S. Kanwal, The anharmonic oscillator, Proc. R. Soc.
// Lond. A 360 (1978) 575: 1.060362090484182899...
constexpr std::array<double, levels> quartic = {1.0603620905,  3.7996730298,  7.4556979380,
                                                11.6447455114, 16.2618260189, 21.2383729182,
                                                26.5284711837, 32.0985977110};
constexpr double published_ground_state = 1.060362090484183;

double position(Index i, Index points) {
  return half_width * (2 * static_cast<double>(i) / static_cast<double>(points - 1) - 1);
}

// Lowest levels in the potential x^power, and their wave functions.
SymmetricEigen<double> oscillator(const ProcessGrid& grid, Index points, int power) {
  const double h = position(1, points) - position(0, points);
  DistMatrix<double> hamiltonian(grid, {points, points});
  hamiltonian.fill_with([&](Index i, Index j) {
    if (i == j)
      return std::numbers::pi * std::numbers::pi / (3 * h * h) +
             std::pow(position(i, points), power);
    const auto d = static_cast<double>(i - j);
    return ((i - j) % 2 == 0 ? 2 : -2) / (d * d * h * h);
  });
  return symmetric_eigen(hamiltonian, {.range = EigenRange::by_index(0, levels)});
}

// Wave function with a positive right end; eigenvectors have either sign.
std::vector<double> wave_function(const std::vector<double>& vectors, Index n, Index points) {
  const auto first = vectors.begin() + n * points;
  std::vector<double> wave(first, first + points);
  double last = 0;
  for (const double w : wave)
    if (std::abs(w) > 1e-3) last = w;
  if (last < 0)
    for (double& w : wave) w = -w;
  return wave;
}

// Columns: x, x^4, and for each level its energy and its wave function, shifted by the energy.
DistMatrix<double> table_of(const ProcessGrid& grid, const std::vector<double>& values,
                            const std::vector<double>& vectors, Index points) {
  const double h = position(1, points) - position(0, points);
  std::vector<std::vector<double>> waves;
  for (Index n = 0; n < levels; ++n) waves.push_back(wave_function(vectors, n, points));
  DistMatrix<double> table(grid, {points, 2 + 2 * levels});
  table.fill_with([&](Index i, Index column) {
    if (column < 2) return std::pow(position(i, points), column == 0 ? 1 : 4);
    const Index n = (column - 2) / 2;
    return column % 2 == 0 ? values[n] : values[n] + 1.6 * waves[n][i] / std::sqrt(h);
  });
  return table;
}

void run(mpi::CommunicatorView comm, Index points, const std::string& out) {
  const auto grid = ProcessGrid::balanced(comm);
  Steps steps(comm);
  const auto harmonic = oscillator(grid, points, 2);
  steps.done("found levels in the potential x^2");
  const auto found = oscillator(grid, points, 4);
  steps.done("found levels in the potential x^4");

  double off_harmonic = 0, off_quartic = 0;
  say(comm, "level     p^2 + x^2       p^2 + x^4           NumPy");
  for (Index n = 0; n < levels; ++n) {
    say(comm, fmt::format("{:5} {:15.10f} {:15.10f} {:15.10f}", n, harmonic.values[n],
                          found.values[n], quartic[n]));
    off_harmonic =
        std::max(off_harmonic, std::abs(harmonic.values[n] - static_cast<double>(2 * n + 1)));
    off_quartic = std::max(off_quartic, std::abs(found.values[n] - quartic[n]));
  }
  draw(table_of(grid, found.values, gather_all(found.vectors), points), out + "/oscillator.svg");
  verify(comm, off_harmonic < 1e-9,
         fmt::format("harmonic levels are the odd numbers, within {:.0e}", off_harmonic));
  verify(comm, off_quartic < 1e-9, "quartic levels are NumPy's to ten decimals");
  const double off = std::abs(found.values[0] - published_ground_state);
  verify(comm, off < 1e-10, fmt::format("the published ground state, within {:.0e}", off));
}

}  // namespace

int main(int argc, char** argv) {
  Index points = 201;
  std::string out = ".";
  ashlar::apps::CommandLine line(
      "Energy levels of quantum oscillators, by the symmetric eigenproblem",
      "mpirun -n 4 oscillator");
  line.add("--points", points, "points of the grid, from -8 to 8", {.least = 120, .most = 20000});
  line.add("--out", out, "folder that gets oscillator.csv and .svg");
  return line.run(argc, argv, [&](mpi::CommunicatorView world) { run(world, points, out); });
}
