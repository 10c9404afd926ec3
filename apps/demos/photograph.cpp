// SPDX-License-Identifier: BSD-3-Clause
// Compression of a photograph by the first k singular vectors. By the theorem of Eckart and Young
// no matrix of rank k is nearer, and the distance follows from the omitted singular values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include <ashlar/io/files.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

struct Options {
  std::string data, out = ".";
  std::vector<Index> ranks = {10, 40};
};

// U_k S_k V_k^H.
DistMatrix<double> of_rank(const Svd<double>& svd, Index k) {
  DistMatrix<double> u = svd.u.copy();
  scale_cols(u, svd.values);
  return gemm(u.view({0, u.rows()}, {0, k}), svd.vh.view({0, k}, {0, svd.vh.cols()}));
}

// Copies a matrix to columns from `first` on of a wider one.
void put(const DistMatrix<double>& picture, DistMatrix<double>& strip, Index first) {
  copy_into(picture, strip.view({0, strip.rows()}, {first, first + picture.cols()}));
}

// Distance from the nearest matrix of rank k: the root of the sum of squares of the other values.
double distance(std::span<const double> values, Index k) {
  double squares = 0;
  for (const double s : values.subspan(k)) squares += s * s;
  return std::sqrt(squares);
}

void run(mpi::CommunicatorView comm, const Options& options) {
  const auto grid = ProcessGrid::balanced(comm);
  Steps steps(comm);
  const auto photo = io::load_as<double>(options.data + "/stairs.npy", grid);
  const auto by_numpy =
      gather_all(io::load<double>(options.data + "/stairs_singular_values.npy", grid));
  const auto factors = svd(photo);
  steps.done(fmt::format("decomposed {}x{} pixels", photo.rows(), photo.cols()));

  double off = 0;
  for (std::size_t k = 0; k < by_numpy.size(); ++k)
    off = std::max(off, std::abs(factors.values[k] - by_numpy[k]));
  verify(comm, off < 1e-12 * by_numpy.front(),
         fmt::format("NumPy's {} singular values, within {:.0e}", by_numpy.size(), off));

  // Photograph and approximations of low rank, side by side.
  const Index step = photo.cols() + 4;
  DistMatrix<double> strip(grid, {photo.rows(), (std::ssize(options.ranks) + 1) * step - 4});
  strip.fill(255);
  put(photo, strip, 0);
  Index first = 0;
  for (const Index k : options.ranks) {
    expect(0 < k && k <= std::ssize(by_numpy), "photograph: --ranks has ", k, "; give 1 to ",
           by_numpy.size());
    auto difference = of_rank(factors, k);
    put(difference, strip, first += step);
    add(photo, difference, {.alpha = -1});
    const double error = norm(difference, Norm::Frobenius), expected = distance(by_numpy, k);
    const double size = norm(photo, Norm::Frobenius);
    const auto kept = static_cast<double>(k * (photo.rows() + photo.cols() + 1));
    say(comm, fmt::format("rank {:3}: {:4.1f} % of the numbers, error {:.2f} %", k,
                          100 * kept / static_cast<double>(photo.rows() * photo.cols()),
                          100 * error / size));
    verify(comm, std::abs(error - expected) < 1e-10 * size,
           fmt::format("the error that Eckart and Young predict, {:.4f}", expected));
  }
  strip.fill_with(
      [&](Index i, Index j) { return std::round(std::clamp(*strip.find(i, j), 0.0, 255.0)); });
  draw(strip, options.out + "/photograph.png");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  ashlar::apps::CommandLine line("Compress a photograph by the singular value decomposition",
                                 "mpirun -n 4 photograph apps/demos/data --ranks 5,20");
  line.add("data", options.data, "folder of stairs.npy and stairs_singular_values.npy");
  line.add("--ranks", options.ranks, "numbers of singular vectors to keep, with commas");
  line.add("--out", options.out, "folder that gets photograph.csv and .png");
  return line.run(argc, argv, [&](mpi::CommunicatorView world) { run(world, options); });
}
