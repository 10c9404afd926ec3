// SPDX-License-Identifier: BSD-3-Clause
// The directions in which handwritten digits differ most: principal components by the singular
// value decomposition of the centred table.
#include <fmt/format.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cmath>
#include <numeric>

#include <ashlar/io/files.hpp>
#include <ashlar/io/heat_map.hpp>
#include <ashlar/linalg/sums.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/move/replicate.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "demo.hpp"
#include "support/run_app.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

constexpr Index side = 8;  // pixels along an edge of an image

// The first components as pictures: what they add to a digit in red, what they take away in blue.
io::Image eigen_digits(const std::vector<double>& vh, Index count, Index rows_of_vh) {
  std::vector<io::Image> pictures;
  for (Index k = 0; k < count; ++k) {
    const auto pixel = [&](Index i, Index j) { return vh[k + (side * i + j) * rows_of_vh]; };
    double largest = 0;
    for (Index p = 0; p < side * side; ++p) largest = std::max(largest, std::abs(pixel(0, p)));
    // A singular vector may come with either sign; its largest pixel decides.
    double sign = 1;
    for (Index p = 0; p < side * side; ++p)
      if (std::abs(pixel(0, p)) == largest) sign = pixel(0, p) < 0 ? -1 : 1;
    pictures.push_back(io::enlarged(
        io::heat_map({side, side}, [&](Index i, Index j) { return sign * pixel(i, j); },
                     {.map = io::ColourMap::CoolWarm, .low = -largest, .high = largest}),
        12));
  }
  return io::mosaic(pictures, {.columns = 6, .gap = 6});
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
  const auto vh = gather_all(result.vh);
  draw(comm, out + "/eigen_digits.png", eigen_digits(vh, 12, result.vh.rows()));

  double off = 0;
  for (std::size_t k = 0; k < variances.size(); ++k)
    off = std::max(off, std::abs(variances[k] - by_numpy[k]));
  verify(comm, variances.size() == by_numpy.size() && off < 1e-10 * by_numpy.front(),
         fmt::format("NumPy's eigenvalues of the covariance, within {:.0e}", off));
}

}  // namespace

int main(int argc, char** argv) {
  std::string data, out = ".";
  CLI::App app("Principal components of handwritten digits by the singular value decomposition");
  app.add_option("data", data, "folder of digits.npy and digits_variances.npy")->required();
  app.add_option("--out", out, "folder that gets eigen_digits.png")->capture_default_str();
  app.footer("Example:\n  mpirun -n 4 principal_components apps/demos/data");
  return ashlar::apps::run_app(app, argc, argv,
                               [&](mpi::CommunicatorView world) { run(world, data, out); });
}
