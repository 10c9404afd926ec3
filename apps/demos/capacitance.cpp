// SPDX-License-Identifier: BSD-3-Clause
// Capacitance of the unit cube, compared with published digits: a closed formula is not known.
//
// The surface is cut into panels; P(i, j) is the potential that a unit charge on panel j causes on
// panel i. The charges q of a surface with potential 1 solve P q = 1, and their sum is the
// capacitance, in units of 4 pi eps0 times the edge. P is dense, symmetric and positive definite: a
// system for Cholesky.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "demo.hpp"
#include "panels.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

// C.-O. Hwang and M. Mascagni, Electrical capacitance of the unit cube, J. Appl. Phys. 95 (2004)
// 3798; confirmed with more digits by J. Helsing and K.-M. Perfekt, Appl. Comput. Harmon. Anal. 34
// (2013) 445.
constexpr double published = 0.66067815;
constexpr double picofarad_per_metre = 111.26500562;  // 4 pi eps0

struct Charged {
  double capacitance;
  std::vector<double> charges;  // of each panel
};

Charged charged_cube(const ProcessGrid& grid, int per_edge) {
  const std::vector<Panel> panels = unit_cube(per_edge);
  const Index n = static_cast<Index>(panels.size());

  DistMatrix<double> potentials(grid, {n, n});
  potentials.fill_with(
      [&](Index i, Index j) { return mean_inverse_distance(panels[i], panels[j]); });

  DistMatrix<double> ones(grid, {n, 1});
  ones.fill(1);
  const DistMatrix<double> charges = cholesky_solve(potentials, ones);

  return {dot(ones, charges), gather_all(charges)};
}

// Panels of one face: their ends in x and in y, and the logarithm of the charge density, which is
// unbounded at the edges.
DistMatrix<double> density_on_face(const ProcessGrid& grid, int per_edge,
                                   const std::vector<double>& charges) {
  std::vector<std::array<double, 5>> rows;
  const std::vector<Panel> panels = unit_cube(per_edge);
  for (std::size_t k = 0; k < panels.size(); ++k)
    if (const Panel& p = panels[k]; p.normal == 2 && p.lo[2] == 1)
      rows.push_back({p.lo[0], p.hi[0], p.lo[1], p.hi[1], std::log(charges[k] / p.area())});
  DistMatrix<double> table(grid, {std::ssize(rows), 5});
  table.fill_with([&](Index i, Index j) { return rows[i][j]; });
  return table;
}

void run(mpi::CommunicatorView comm, int per_edge, const std::string& out) {
  const auto grid = ProcessGrid::balanced(comm);
  say(comm, fmt::format("The unit cube on a {}x{} process grid, 6 n^2 panels", grid.shape().rows,
                        grid.shape().cols));

  Steps steps(comm);
  const double coarse = charged_cube(grid, per_edge / 2).capacitance;
  steps.done(fmt::format("n = {:3}: C = {:.8f}", per_edge / 2, coarse));
  const Charged cube = charged_cube(grid, per_edge);
  const double fine = cube.capacitance;
  steps.done(fmt::format("n = {:3}: C = {:.8f}", per_edge, fine));

  // The error of these meshes decreases as n^-3: eight parts of the fine result minus one of the
  // coarse cancel it.
  const double extrapolated = (8 * fine - coarse) / 7;
  const double difference = std::abs(extrapolated - published);
  say(comm, fmt::format("extrapolated  C = {:.8f}\npublished     C = {:.8f}  (difference {:.1e})",
                        extrapolated, published, difference));
  say(comm,
      fmt::format("a cube with an edge of 1 m: {:.4f} pF", picofarad_per_metre * extrapolated));

  draw(density_on_face(grid, per_edge, cube.charges), out + "/cube.svg");

  verify(comm, coarse < fine && fine < published,
         "the energy principle: C grows with the mesh and stays below the limit");
  const double allowed = 3e-5 * std::pow(8.0 / per_edge, 3) + 1e-8;
  verify(comm, difference < allowed, fmt::format("the published digits, within {:.1e}", allowed));
}

}  // namespace

int main(int argc, char** argv) {
  int per_edge = 16;
  std::string out = ".";
  ashlar::apps::CommandLine line(
      "The capacitance of the unit cube by boundary elements, against the published digits",
      "mpirun -n 4 capacitance --panels 16");
  line.add("--panels", per_edge, "panels along an edge of the finer mesh, an even number",
           {.least = 4, .most = 64});
  line.add("--out", out, "folder that gets cube.csv and cube.svg");
  return line.run(argc, argv, [&](mpi::CommunicatorView world) {
    expect(per_edge % 2 == 0, "capacitance: --panels is ", per_edge,
           ", but the coarser mesh has half as many; give an even number");
    run(world, per_edge, out);
  });
}
