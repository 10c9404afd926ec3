// SPDX-License-Identifier: BSD-3-Clause
// Sketches of matrices, compared with a loop over every element of every cell.
#include <ashlar/pictures/matrix_picture.hpp>

#include <cmath>
#include <complex>
#include <limits>

#include <ashlar/base/error.hpp>
#include <ashlar/io/files.hpp>

#include "io/atomic_file.hpp"
#include "io/scratch.hpp"
#include "pictures/matrix_plot.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;
using namespace ashlar::pictures;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// Small integers, so that sums are exact in any order; some are zeros, NaN and infinities.
double number(Index i, Index j) {
  const Index kind = (7 * i + 3 * j) % 31;
  if (kind == 4) return std::nan("");
  if (kind == 5) return i % 2 == 0 ? inf : -inf;
  return kind < 12 ? 0 : static_cast<double>((5 * i - 11 * j) % 17);
}

/// The sketch of a matrix.
template <Element T>
MatrixSketch sketch(const DistMatrix<T>& a, Shape most = {512, 512},
                    Section section = {Range::all(), Range::all()}) {
  section = a.view(section.rows, section.cols).section();
  MatrixSketch result(section.shape(), most);
  result.add(a, section);
  result.add_all(a.comm());
  return result;
}

/// The expected cell (row, col) of a sketch of `shape`, by a loop over its elements.
template <class F>
SketchCell expected_cell(const MatrixSketch& sketch, Index row, Index col, F&& value) {
  SketchCell cell;
  for (Index i = sketch.rows_of(row).first; i < sketch.rows_of(row).last; ++i)
    for (Index j = sketch.cols_of(col).first; j < sketch.cols_of(col).last; ++j) {
      const double x = value(i, j);
      if (std::isnan(x)) ++cell.nans;
      if (x != 0) ++cell.nonzeros;
      if (std::isfinite(x)) {
        ++cell.finite;
        cell.sum += x;
      }
      if (x < cell.low) cell.low = x;
      if (x > cell.high) cell.high = x;
    }
  return cell;
}

template <class F>
bool is_right(const MatrixSketch& sketch, F&& value) {
  Index next_row = 0;
  for (Index row = 0; row < sketch.cells().rows; ++row) {
    Index next_col = 0;
    if (sketch.rows_of(row).first != next_row || sketch.rows_of(row).empty()) return false;
    next_row = sketch.rows_of(row).last;
    for (Index col = 0; col < sketch.cells().cols; ++col) {
      if (sketch.cols_of(col).first != next_col || sketch.cols_of(col).empty()) return false;
      next_col = sketch.cols_of(col).last;
      const SketchCell wanted = expected_cell(sketch, row, col, value);
      const SketchCell& cell = sketch(row, col);
      if (cell.nonzeros != wanted.nonzeros || cell.finite != wanted.finite ||
          cell.nans != wanted.nans || cell.sum != wanted.sum || cell.low != wanted.low ||
          cell.high != wanted.high)
        return false;
    }
    if (next_col != sketch.shape().cols) return false;
  }
  return next_row == sketch.shape().rows;
}

}  // namespace

TEST_CASE("sketch: every cell has the figures of its elements, in any layout") {
  const ProcessGrid grid = ProcessGrid::balanced(world());
  for (const Shape shape : {Shape{1, 1}, Shape{37, 53}, Shape{100, 3}, Shape{5, 200}})
    for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
      DistMatrix<double> a(grid, shape, {.block = {3, 2}}, {.order = order});
      a.fill_with(number);
      for (const Shape most : {Shape{1, 1}, Shape{7, 10}, Shape{64, 64}})
        check_all(world(), is_right(sketch(a, most), number), "a sketch of doubles is right");
    }
}

TEST_CASE("sketch: complex elements count by their moduli, integers by their values") {
  const ProcessGrid grid = ProcessGrid::balanced(world());
  DistMatrix<c64> z(grid, {20, 15}, {.block = {4, 4}});
  z.fill_with([](Index i, Index j) {
    return c64(static_cast<float>(3 * (i % 4)), static_cast<float>(4 * (i % 4) * (j % 2)));
  });
  const auto modulus = [](Index i, Index j) {
    return static_cast<double>((j % 2 == 0 ? 3 : 5) * (i % 4));
  };
  check_all(world(), is_right(sketch(z, {6, 4}), modulus), "moduli");
  z.fill(c64(std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()));
  check_all(world(), sketch(z, {1, 1})(0, 0).nans == 300, "NaN beside an infinity is seen");
  DistMatrix<std::int16_t> n(grid, {20, 15}, {.block = {4, 4}});
  n.fill_with([](Index i, Index j) { return static_cast<std::int16_t>(i - j); });
  const auto difference = [](Index i, Index j) { return static_cast<double>(i - j); };
  check_all(world(), is_right(sketch(n, {6, 4}), difference), "integers");
}

TEST_CASE("sketch: of a file it is that of the matrix, however small the panels") {
  const Scratch scratch(world());
  const ProcessGrid grid = ProcessGrid::balanced(world());
  DistMatrix<float> a(grid, {41, 29}, {.block = {3, 2}});
  a.fill_with([](Index i, Index j) { return static_cast<float>(number(i, j)); });
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    io::save(scratch / "a.npy", a, {.order = order});
    for (const Index bytes : {Index{1}, Index{700}, Index{1} << 20}) {
      const MatrixSketch all =
          sketch_file(world(), scratch / "a.npy", {.most_cells = {8, 9}}, bytes);
      check_all(world(), is_right(all, number), "a sketch of a file is right");
      const MatrixSketch part = sketch_file(
          world(), scratch / "a.npy", {.most_cells = {4, 4}, .section = {{5, 30}, {7, 29}}}, bytes);
      const auto shifted = [](Index i, Index j) { return number(i + 5, j + 7); };
      check_all(world(), is_right(part, shifted), "a sketch of a part of a file is right");
    }
  }
  CHECK_THROWS_AS(sketch_file(world(), scratch / "none.npy", {}), FileError);
  CHECK_THROWS_AS(sketch_file(world(), scratch / "a.npy", {.section = {{0, 99}, {0, 1}}}),
                  FileError);
}

TEST_CASE("sketch: of a coordinate file it is that of the matrix, repeated entries added up") {
  const Scratch scratch(world());
  const auto entry = [](Index i, Index j) {
    return (5 * i + 3 * j) % 7 == 0 ? static_cast<double>(i - 2 * j) : 0.0;
  };
  for (const bool is_symmetric : {false, true}) {
    std::string lines;
    Index count = 0;
    for (Index j = 0; j < 30; ++j)
      for (Index i = is_symmetric ? j : 0; i < 30; ++i) {
        if (entry(i, j) == 0) continue;
        // In two parts, far apart in the file.
        const std::string place = concat(i + 1, " ", j + 1, " ");
        lines = concat(place, entry(i, j) - 100, "\n", lines, place, "100\n");
        count += 2;
      }
    io::detail::write_whole_file(
        world(), scratch / "a.mtx",
        concat("%%MatrixMarket matrix coordinate real ", is_symmetric ? "symmetric" : "general",
               "\n30 30 ", count, "\n", lines));
    const auto value = [&](Index i, Index j) {
      return is_symmetric ? entry(std::max(i, j), std::min(i, j)) : entry(i, j);
    };
    const MatrixSketch all = sketch_file(world(), scratch / "a.mtx", {.most_cells = {7, 11}});
    check_all(world(), is_right(all, value), "a sketch of a coordinate file is right");
    const MatrixSketch part = sketch_file(world(), scratch / "a.mtx",
                                          {.most_cells = {4, 4}, .section = {{5, 30}, {7, 29}}});
    check_all(world(), is_right(part, [&](Index i, Index j) { return value(i + 5, j + 7); }),
              "a sketch of a part of a coordinate file is right");
  }
}

TEST_CASE("sketch: the cost of 10^6 x 10^6 elements in a coordinate file is that of its entries") {
  const Scratch scratch(world());
  const Index n = 1000000;
  io::detail::write_whole_file(world(), scratch / "a.mtx",
                               "%%MatrixMarket matrix coordinate real general\n1000000 1000000 3\n"
                               "1 1 2.5\n1000000 1000000 -1\n1000000 1000000 -3\n");
  const MatrixSketch all = sketch_file(world(), scratch / "a.mtx", {.most_cells = {10, 10}});
  const SketchCell &first = all(0, 0), &last = all(9, 9), &other = all(0, 9);
  check_all(world(), first.nonzeros == 1 && first.sum == 2.5 && first.high == 2.5, "the first");
  check_all(world(), last.nonzeros == 1 && last.sum == -4 && last.low == -4, "the sum of the last");
  check_all(world(), other.nonzeros == 0 && other.finite == n / 10 * (n / 10), "only zeros");
}

TEST_CASE("sketch: empty matrices have no cells, wrong sizes are refused") {
  const ProcessGrid grid = ProcessGrid::balanced(world());
  const DistMatrix<double> a(grid, {0, 5}, {.block = {2, 2}});
  check_all(world(), sketch(a).cells() == Shape{0, 5}, "no rows of cells");
  CHECK_THROWS_AS(MatrixSketch({5, 5}, {0, 5}), ArgumentError);
  CHECK_THROWS_AS(MatrixSketch({5, 5}, {5, 4097}), ArgumentError);
}

TEST_CASE("sketch picture: pixels, SVG and page are the same on every rank") {
  const ProcessGrid grid = ProcessGrid::balanced(world());
  DistMatrix<double> a(grid, {6, 4}, {.block = {2, 2}});
  a.fill_with([](Index i, Index j) { return i == j ? std::nan("") : static_cast<double>(i - 2); });
  const MatrixSketch all = sketch(a);
  const Image spy = image_of(all, CellView::Spy);
  bool right = spy.rows() == 6 && spy.cols() == 4;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 4; ++j)
      right = right && spy(i, j) == (i == j ? Colour{255, 0, 255} : i == 2 ? white : black);
  check_all(world(), right, "spy");
  // From -2 to 3, so that the middle of the map is zero.
  const Image heat = image_of(all, CellView::Mean);
  right = heat(2, 0) == colour_of(ColourMap::CoolWarm, 0.5) &&
          heat(5, 0) == colour_of(ColourMap::CoolWarm, 1) &&
          heat(0, 1) == colour_of(ColourMap::CoolWarm, 1.0 / 6);
  check_all(world(), right, "heat map");
  const Picture picture = matrix_picture(a, {.title = "<a>"});
  const std::string svg = picture.svg();
  check_all(world(), svg.find("&lt;a&gt;: 6x4") != std::string::npos, "title");
  check_all(world(), svg.find("magenta: NaN, 4 in all") != std::string::npos, "NaN");
  check_all(world(), picture.page().find("<output") != std::string::npos, "page");
  check_all(world(),
            matrix_picture(a, {.section = {{3, 6}, {0, 1}}})
                .text()
                .ends_with("1 [.:----==+*] 3; a cell is up to 1x1 elements"),
            "the values 1, 2 and 3 of a section");
}

TEST_CASE("matrix picture: of a matrix and of its file it is the same, and saved by rank 0") {
  const Scratch scratch(world());
  DistMatrix<double> a(ProcessGrid::balanced(world()), {30, 50}, {.block = {4, 3}});
  a.fill_with([](Index i, Index j) { return static_cast<double>((3 * i + j) % 7); });
  io::save(scratch / "a.npy", a);
  const MatrixPictureOptions options{.most_cells = {9, 8}, .section = {{2, 30}, {10, 41}}};
  const Picture of_matrix = matrix_picture(a, options);
  const Picture of_file = matrix_picture(world(), scratch / "a.npy", options);
  check_all(world(), of_matrix.svg() == of_file.svg(), "SVG");
  check_all(world(), of_matrix.page() == of_file.page(), "page");
  check_all(world(), of_matrix.text() == of_file.text(), "text");
  save_picture(world(), scratch / "a.svg", of_matrix);
  check_all(world(), content(scratch / "a.svg") == of_file.svg(), "the file");
  CHECK_THROWS_AS(save_picture(world(), scratch / "none/a.svg", of_matrix), FileError);
  CHECK_THROWS_AS(matrix_picture(a, {.most_cells = {0, 1}}), ArgumentError);
  CHECK_THROWS_AS(matrix_picture(a, {.section = {{0, 31}, {0, 1}}}), ArgumentError);
}
