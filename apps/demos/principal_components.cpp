// SPDX-License-Identifier: BSD-3-Clause
// Directions of the largest variance of handwritten digits: principal components by the singular
// value decomposition of the centred table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <ashlar/io/files.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

constexpr Index side = 8;  // pixels along an edge of an image

// Component as an image with largest pixel 1: singular vectors have either sign.
struct Component {
  const std::vector<double>& vh;
  Index number, count;
  double largest = 0;

  Component(const std::vector<double>& rows, Index k, Index of) : vh(rows), number(k), count(of) {
    for (Index p = 0; p < side * side; ++p)
      if (std::abs(at(p)) > std::abs(largest)) largest = at(p);
  }
  double at(Index pixel) const { return vh[number + pixel * count]; }
  double operator()(Index i, Index j) const { return at(side * i + j) / largest; }
};

// First twelve components, six per row, with a row and a column of zeros between them.
DistMatrix<double> eigen_digits(const ProcessGrid& grid, const std::vector<double>& vh,
                                Index rows_of_vh) {
  constexpr Index down = 2, across = 6, step = side + 1;
  std::vector<Component> components;
  for (Index k = 0; k < down * across; ++k) components.emplace_back(vh, k, rows_of_vh);
  DistMatrix<double> table(grid, {down * step - 1, across * step - 1});
  table.fill_with([&](Index i, Index j) {
    if (i % step == side || j % step == side) return 0.0;
    return components[i / step * across + j / step](i % step, j % step);
  });
  return table;
}

void run(mpi::CommunicatorView comm, const std::string& data, const std::string& out) {
  const auto grid = ProcessGrid::balanced(comm);
  Steps steps(comm);
  auto images = io::load_as<double>(data + "/digits.npy", grid);
  const auto by_numpy = gather_all(io::load<double>(data + "/digits_variances.npy", grid));
  steps.done(fmt::format("read {} images of {} pixels", images.rows(), images.cols()));

  center_cols(images);
  const auto result = svd(images);
  steps.done("found the principal components");

  std::vector<double> variances;
  for (const double s : result.values)
    variances.push_back(s * s / static_cast<double>(images.rows() - 1));
  const double total = std::accumulate(variances.begin(), variances.end(), 0.0);
  double explained = 0;
  say(comm, "component  variance  explained together");
  for (Index k = 0; k < 12; ++k) {
    explained += variances[k];
    say(comm, fmt::format("{:9} {:9.3f} {:9.2f} %", k + 1, variances[k], 100 * explained / total));
  }
  draw(eigen_digits(grid, gather_all(result.vh), result.vh.rows()), out + "/eigen_digits.png");

  double off = 0;
  for (std::size_t k = 0; k < variances.size(); ++k)
    off = std::max(off, std::abs(variances[k] - by_numpy[k]));
  verify(comm, variances.size() == by_numpy.size() && off < 1e-10 * by_numpy.front(),
         fmt::format("NumPy's eigenvalues of the covariance, within {:.0e}", off));
}

}  // namespace

int main(int argc, char** argv) {
  std::string data, out = ".";
  ashlar::apps::CommandLine line(
      "Principal components of handwritten digits by the singular value decomposition",
      "mpirun -n 4 principal_components apps/demos/data");
  line.add("data", data, "folder of digits.npy and digits_variances.npy");
  line.add("--out", out, "folder that gets eigen_digits.csv and .png");
  return line.run(argc, argv, [&](mpi::CommunicatorView world) { run(world, data, out); });
}
