// SPDX-License-Identifier: BSD-3-Clause
// The main job: reads handwritten digits, trains a classifier and writes its results.
//
// Kernel ridge regression: with K(i, j) = (1 + <image i, image j> / 8)^6 the coefficients solve (K
// + lambda I) C = Y, where Y marks the digit of each image. The scores of an image for the ten
// digits are its row of K times C; the largest score is the answer.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include <ashlar/io/files.hpp>
#include <ashlar/layout/drawing.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/process_grid.hpp>
#include <ashlar/mpi/run.hpp>

#include "demo.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

struct Options {
  std::string data, out;
  Index block = 64;
};

constexpr double lambda = 0.1;
constexpr Index held_out = 360;  // images at the end of the table, for the test

// Slabs of whole rows, as tables are read.
Layout by_rows(Shape shape, int ranks) {
  const Index share = std::max<Index>(1, (shape.rows + ranks - 1) / ranks);
  return Layout({.shape = shape, .block = {share, shape.cols}, .grid = {ranks, 1}});
}

// Column of the largest element of local row `il`.
Index largest_in_row(LocalView<const double> a, Index il) {
  Index best = 0;
  for (Index j = 1; j < a.cols; ++j)
    if (a(il, j) > a(il, best)) best = j;
  return best;
}

// Number of rows in `range` with the largest score at their label. Both matrices are distributed by
// rows, so scores and label of an image are on one rank. @collective
Index count_right(const DistMatrix<double>& scores, const DistMatrix<std::uint8_t>& labels,
                  Range range) {
  Index right = 0;
  for (Index il = 0; il < scores.local_rows(); ++il) {
    const Index i = scores.global_row(il);
    const bool counts = range.first <= i && i < range.last;
    if (counts && largest_in_row(scores.local(), il) == labels.local()(il, 0)) ++right;
  }
  return sum_over_ranks(scores.comm(), right);
}

// Matrix of ten columns that marks the digit of each image.
DistMatrix<double> marks_of(const DistMatrix<std::uint8_t>& labels) {
  DistMatrix<double> marks(labels.comm(), by_rows({labels.rows(), 10}, labels.comm().size()));
  marks.fill_with([&](Index i, Index digit) { return *labels.find(i, 0) == digit ? 1.0 : 0.0; });
  return marks;
}

// Kernel of all images with the first `known` ones: a product, then a function of each element.
DistMatrix<double> kernel_of(DistMatrix<double>& images, Index known) {
  auto kernel = gemm(images, images.view({0, known}, {0, images.cols()}), {.op_b = Op::Trans});
  kernel.fill_with([&](Index i, Index j) { return std::pow(1 + *kernel.find(i, j) / 8, 6); });
  return kernel;
}

// Coefficients C of (K + lambda I) C = Y for a symmetric K on the grid; overwrites K by K + lambda
// I.
DistMatrix<double> solve_for_coefficients(DistMatrix<double>& k, const DistMatrix<double>& y,
                                          Steps& steps) {
  // Pixels are small integers with exact products: K is exactly symmetric.
  verify(k.comm(), count_differences(k, transpose(k)) == 0, "the kernel equals its transpose");
  steps.done("transposed and compared it");

  for (Index i = 0; i < k.rows(); ++i)
    if (double* diagonal = k.find(i, i)) *diagonal += lambda;
  const auto triangle = extract_triangle(k, Uplo::Lower);
  steps.done("kept the lower triangle");

  auto c = cholesky_solve(triangle, y);
  steps.done(fmt::format("solved for {} x {} coefficients", c.rows(), c.cols()));

  const double residual = scaled_residual(k, c, y);
  verify(k.comm(), residual < 16, fmt::format("scaled residual {:.1e} (at most 16)", residual));
  steps.done("checked the solution with the whole matrix");
  return c;
}

void learn_digits(mpi::CommunicatorView comm, const Options& options) {
  const int ranks = comm.size();
  const auto grid = ProcessGrid::balanced(comm);
  Steps steps(comm);

  // Reads the table in slabs of rows.
  const std::string pixels = options.data + "/digits.npy";
  const Shape table = io::read_info(comm, pixels).shape;
  expect(table.rows > held_out, "digits: ", pixels, " has ",
         ashlar::detail::counted(table.rows, "row"), "; give a table of more than the ", held_out,
         " that are held out");
  const Range known{0, table.rows - held_out}, unknown{known.last, table.rows};
  auto images = io::load_as<double>(pixels, comm, by_rows(table, ranks));
  const auto labels = io::load<std::uint8_t>(options.data + "/digits_labels.npy", comm,
                                             by_rows({table.rows, 1}, ranks));
  say(comm, draw(images.layout(), {.map = false}));
  steps.done(fmt::format("read {} images of {} pixels", table.rows, table.cols));

  // Grey levels from 0 to 1 and their kernel; rows stay on their ranks.
  images.fill_with([&](Index i, Index j) { return *images.find(i, j) / 16; });
  const auto kernel = kernel_of(images, known.last);
  steps.done("computed the kernel, " + kernel.layout().to_string());

  // Moves the square part, known by known images, from slabs of rows to blocks on a square grid.
  const Blocking blocks{.block = {options.block, options.block}};
  const Layout square = grid.layout({known.last, known.last}, blocks);
  const auto k_rows = kernel.view(known, known);
  const auto y_rows = marks_of(labels);
  auto k = redistribute(k_rows, square);
  const auto y = redistribute(y_rows.view(known, {0, 10}), grid.layout({known.last, 10}, blocks));
  steps.done("moved it to " + square.to_string());
  const Transfers moves(kernel.layout(), square, {.source = k_rows.section()});
  say(comm, moves.summary(sizeof(double)).to_string());
  say(comm, draw(square, {.map_lines = 12}));

  const auto c = solve_for_coefficients(k, y, steps);

  const auto scores = gemm(kernel, c);
  const Index learnt = count_right(scores, labels, known);
  const Index right = count_right(scores, labels, unknown);
  steps.done("scored all images");

  io::save(options.out + "/coefficients.npy", c);
  steps.done("wrote " + options.out + "/coefficients.npy");

  const double percent = 100.0 * static_cast<double>(right) / static_cast<double>(unknown.size());
  say(comm, fmt::format("known images:    {} of {} right", learnt, known.size()));
  say(comm,
      fmt::format("held-out images: {} of {} right, {:.2f} %", right, unknown.size(), percent));
  verify(comm, percent >= 96, "at least 96 % of the digits never seen before are read right");
}

constexpr const char* help =
    R"(Learn to read handwritten digits: load, multiply, move, transpose, solve, save
Usage: digits DATA OUT [BLOCK]

  DATA    folder of digits.npy and digits_labels.npy
  OUT     folder that gets coefficients.npy
  BLOCK   rows and columns of a block on the grid [64]
  --help  print this text and exit

Example:
  mpirun -n 4 digits apps/demos/data .)";

}  // namespace

// Uses ashlar::run and `argv` alone, as a user's program does; the other demos use
// apps::CommandLine.
int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [&](mpi::CommunicatorView world) {
    if (argc == 2 && std::string_view(argv[1]) == "--help") return say(world, help);
    expect(argc == 3 || argc == 4, argc - 1,
           " arguments given; give DATA OUT [BLOCK], the last being the size of a block");
    Options options{.data = argv[1], .out = argv[2]};
    if (argc == 4) {
      const std::string_view text = argv[3];
      const auto [end, fault] =
          std::from_chars(text.data(), text.data() + text.size(), options.block);
      expect(fault == std::errc() && end == text.data() + text.size() && options.block >= 1,
             "BLOCK is \"", text, "\", but must be a number of at least 1");
    }
    learn_digits(world, options);
  });
}
