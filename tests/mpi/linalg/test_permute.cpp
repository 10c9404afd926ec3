// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/permute.hpp>

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

TEST_CASE("permute_rows: what is no permutation is refused on every rank") {
  Choice choice(42);
  const Operand<double> a(choice, {3, 4}, 1);
  const auto refused = [&](const std::string& part, const std::vector<Index>& perm) {
    check_refused(part, [&] { (void)permute_rows(a.read(), perm); });
  };
  refused("permute_rows: 4 numbers for 3 lines", {0, 1, 2, 3});
  refused("3 is no line", {0, 1, 3});
  refused("-1 is no line", {0, 1, -1});
  refused("line 1 stands twice", {1, 0, 1});
}
