// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/rows_and_cols.hpp>

#include <numeric>

#include "vector_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::vector<Index> shuffled(Choice& choice, Index count) {
  std::vector<Index> perm(static_cast<std::size_t>(count));
  std::iota(perm.begin(), perm.end(), Index{0});
  for (int k = static_cast<int>(count) - 1; k > 0; --k)
    std::swap(perm[static_cast<std::size_t>(k)],
              perm[static_cast<std::size_t>(choice.between(0, k))]);
  return perm;
}

}  // namespace

TEST_CASE_TEMPLATE("permute_rows, permute_cols: line k is line perm[k], bit by bit", T, float,
                   double, c64, c128) {
  Choice choice(41);
  for (int round = 0; round < 25; ++round) {
    const Shape shape = {choice.of({0, 1, 2, 10, 57}), choice.of({0, 1, 3, 31, 100})};
    const Operand<T> a(choice, shape, 1);
    const Wide<T> whole = a.wide();
    const auto rows = shuffled(choice, shape.rows), cols = shuffled(choice, shape.cols);
    Wide<T> by_row(shape), by_col(shape);
    for (Index j = 0; j < shape.cols; ++j)
      for (Index i = 0; i < shape.rows; ++i) {
        by_row(i, j) = whole(rows[static_cast<std::size_t>(i)], j);
        by_col(i, j) = whole(i, cols[static_cast<std::size_t>(j)]);
      }
    check_all(world(), largest_difference(gathered(permute_rows(a.read(), rows)), by_row) == 0,
              a.layout());
    check_all(world(), largest_difference(gathered(permute_cols(a.read(), cols)), by_col) == 0,
              a.layout());
  }
}

TEST_CASE("permute_rows: an invalid permutation is refused on every rank") {
  Choice choice(42);
  const Operand<double> a(choice, {3, 4}, 1);
  const auto refused = [&](const std::string& part, const std::vector<Index>& perm) {
    check_refused(part, [&] { (void)permute_rows(a.read(), perm); });
  };
  refused("permute_rows: 4 numbers for 3 lines", {0, 1, 2, 3});
  refused("index 3 is outside the lines", {0, 1, 3});
  refused("index -1 is outside the lines", {0, 1, -1});
  refused("line 1 stands twice", {1, 0, 1});
}

TEST_CASE_TEMPLATE("take_rows, take_cols: line k is line indices[k], repeated and unordered ones",
                   T, float, double, c64, c128) {
  Choice choice(43);
  for (int round = 0; round < 25; ++round) {
    const Shape shape = {choice.of({1, 2, 10, 57}), choice.of({1, 3, 31, 100})};
    const Operand<T> a(choice, shape, 1);
    const Wide<T> whole = a.wide();
    const auto indices = [&](Index lines) {
      std::vector<Index> some(static_cast<std::size_t>(choice.of({0, 1, 7, 40, 120})));
      for (Index& k : some) k = choice.between(0, static_cast<int>(lines) - 1);
      return some;
    };
    const auto rows = indices(shape.rows), cols = indices(shape.cols);
    Wide<T> by_row({std::ssize(rows), shape.cols}), by_col({shape.rows, std::ssize(cols)});
    for (Index j = 0; j < by_row.shape.cols; ++j)
      for (Index i = 0; i < by_row.shape.rows; ++i)
        by_row(i, j) = whole(rows[static_cast<std::size_t>(i)], j);
    for (Index j = 0; j < by_col.shape.cols; ++j)
      for (Index i = 0; i < by_col.shape.rows; ++i)
        by_col(i, j) = whole(i, cols[static_cast<std::size_t>(j)]);
    check_all(world(), largest_difference(gathered(take_rows(a.read(), rows)), by_row) == 0,
              a.layout());
    check_all(world(), largest_difference(gathered(take_cols(a.read(), cols)), by_col) == 0,
              a.layout());
    const Layout layout = choice.layout(by_row.shape, world().size());
    const auto placed = take_rows(a.read(), rows, layout);
    check_all(world(),
              placed.layout() == layout && largest_difference(gathered(placed), by_row) == 0,
              concat(a.layout(), " into ", layout));
  }
}

TEST_CASE("take_rows: rows of slabs are slabs, those of other layouts have their blocks") {
  const int ranks = world().size();
  const Index each = 100;
  const DistMatrix<double> slabs(
      world(), Layout({.shape = {each * ranks, 3}, .block = {each, 3}, .grid = {ranks, 1}}));
  const std::vector<Index> some(static_cast<std::size_t>(4 * ranks), 2);
  const auto taken = take_rows(slabs, some);
  CHECK(taken.local_rows() == 4);
  const DistMatrix<double> cyclic(world(),
                                  Layout({.shape = {100, 3}, .block = {2, 3}, .grid = {ranks, 1}}));
  CHECK(take_rows(cyclic, some).layout().block() == Block{2, 3});
}

TEST_CASE("take_rows, take_cols: rows and columns that are not there are refused on every rank") {
  Choice choice(44);
  const Operand<double> a(choice, {3, 4}, 1);
  check_refused("take_rows: there is no row 3 in a 3x4 matrix", [&] {
    (void)take_rows(a.read(), std::vector<Index>{0, 3});
  });
  check_refused("take_cols: there is no column -1 in a 3x4 matrix",
                [&] { (void)take_cols(a.read(), std::vector<Index>{-1}); });
  check_refused("take_rows: the layout is of 3x4, but the result is 2x4", [&] {
    (void)take_rows(a.read(), std::vector<Index>{0, 1}, Layout({.shape = {3, 4}, .grid = {1, 1}}));
  });
}
