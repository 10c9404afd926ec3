// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>

#include "vector_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr int rounds = 20;

Shape any_shape(Choice& choice) {
  return {choice.of({0, 1, 2, 10, 57}), choice.of({0, 1, 3, 31, 100})};
}

template <Scalar T>
Wide<T> ones(Index count) {
  return evaluated<T>({count, 1}, [](Index, Index) { return T(1); });
}

}  // namespace

TEST_CASE_TEMPLATE("diagonal: any of them, whole on every rank", T, float, double, c64, c128) {
  Choice choice(31);
  for (int round = 0; round < rounds; ++round) {
    Operand<T> a(choice, any_shape(choice), 1);
    const Index offset = choice.of({0, 1, -1, 3, -7, 200, -200});
    Wide<T> whole = a.wide();
    const std::vector<T> found = diagonal(a.read(), offset);
    const Index top = std::max<Index>(-offset, 0), left = std::max<Index>(offset, 0);
    Index length = 0;
    while (top + length < whole.shape.rows && left + length < whole.shape.cols) ++length;
    bool ok = std::ssize(found) == length;
    for (Index k = 0; ok && k < length; ++k)
      ok = widened(found[static_cast<std::size_t>(k)]) == whole(top + k, left + k);
    check_all(world(), ok, concat("diagonal ", offset, " of ", a.layout()));

    const std::vector<T> values = numbers<T>(length, 9);
    set_diagonal(a.view(), values, offset);
    for (Index k = 0; k < length; ++k)
      whole(top + k, left + k) = widened(values[static_cast<std::size_t>(k)]);
    check_all(world(), largest_difference(a.wide(), whole) == 0, concat("set in ", a.layout()));
    fill_diagonal(a.view(), T(4), offset);
    for (Index k = 0; k < length; ++k) whole(top + k, left + k) = 4;
    check_all(world(), largest_difference(a.wide(), whole) == 0, concat("filled in ", a.layout()));
    check_all(world(), a.surroundings_untouched(), a.layout());
  }
}

TEST_CASE("diagonal: bit by bit, -0.0 and NaN too") {
  Choice choice(32);
  Operand<double> a(choice, {20, 20}, 1);
  std::vector<double> values(20, -0.0);
  values[7] = std::numeric_limits<double>::quiet_NaN();
  set_diagonal(a.view(), values);
  const std::vector<double> found = diagonal(a.read());
  check_all(world(), std::isnan(found[7]) && std::signbit(found[8]) && found[8] == 0,
            "bits changed");
}

TEST_CASE_TEMPLATE("trace and shift: A + alpha I has alpha n more", T, float, double, c64, c128) {
  Choice choice(33);
  for (const Index n : {0, 1, 2, 10, 57, 100}) {
    Operand<T> a(choice, {n, n}, 1);
    const Wide<T> whole = a.wide();
    typename Wide<T>::Value wanted = 0;
    for (Index k = 0; k < n; ++k) wanted += whole(k, k);
    const T before = trace(a.read());
    const long double bound = 8 * eps_of<T> * static_cast<long double>(n + 1);
    check_all(world(), std::abs(widened(before) - wanted) <= bound, a.layout());
    add_to_diagonal(a.view(), T(2));
    wanted += static_cast<RealOf<T>>(2 * n);
    check_all(world(), std::abs(widened(trace(a.read())) - wanted) <= 4 * bound, a.layout());
    check_all(world(), a.surroundings_untouched(), a.layout());
  }
}

TEST_CASE_TEMPLATE("row_sums, col_sums and means: products with ones", T, float, double, c64,
                   c128) {
  Choice choice(34);
  for (int round = 0; round < rounds; ++round) {
    Operand<T> a(choice, any_shape(choice), 1);
    const Wide<T> whole = a.wide();
    const auto [m, n] = whole.shape;
    const Wide<T> rows = product(whole, ones<T>(n));
    const Wide<T> cols = product(applied(Op::Trans, whole), ones<T>(m));
    const long double bound = 4 * eps_of<T> * static_cast<long double>(m + n + 1);
    check_all(world(), largest_difference(column_of(row_sums(a.read())), rows) <= bound,
              a.layout());
    check_all(world(), largest_difference(column_of(col_sums(a.read())), cols) <= bound,
              a.layout());
    if (m == 0 || n == 0) continue;
    Wide<T> row_mean = rows, col_mean = cols;
    for (auto& x : row_mean.values) x /= static_cast<long double>(n);
    for (auto& x : col_mean.values) x /= static_cast<long double>(m);
    check_all(world(), largest_difference(column_of(row_means(a.read())), row_mean) <= bound,
              a.layout());
    check_all(world(), largest_difference(column_of(col_means(a.read())), col_mean) <= bound,
              a.layout());

    const auto means = center_cols(a.view());
    check_all(world(), largest_difference(column_of(means), col_mean) <= bound, a.layout());
    Wide<T> centered = whole;
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) centered(i, j) -= col_mean(j, 0);
    check_all(world(), largest_difference(a.wide(), centered) <= 2 * bound, a.layout());
    check_all(world(), a.surroundings_untouched(), a.layout());
  }
}

TEST_CASE_TEMPLATE("scale_rows, scale_cols, add_to_rows, add_to_cols: a number for each line", T,
                   float, double, c64, c128) {
  Choice choice(35);
  for (int round = 0; round < rounds; ++round) {
    Operand<T> a(choice, any_shape(choice), 1);
    Wide<T> wanted = a.wide();
    const auto [m, n] = wanted.shape;
    const auto v = numbers<T>(m, 5), w = numbers<T>(n, 6);
    const auto at = [](const std::vector<T>& x, Index k) {
      return widened(x[static_cast<std::size_t>(k)]);
    };
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        wanted(i, j) = wanted(i, j) * at(v, i) * at(w, j) + at(v, i) - at(w, j);
    scale_rows(a.view(), v);
    scale_cols(a.view(), w);
    add_to_cols(a.view(), v);
    add_to_rows(a.view(), w, -1);
    check_all(world(), largest_difference(a.wide(), wanted) <= 64 * eps_of<T>, a.layout());
    check_all(world(), a.surroundings_untouched(), a.layout());
  }
}

TEST_CASE("reductions: wrong shapes and counts are refused on every rank") {
  Choice choice(36);
  Operand<double> a(choice, {5, 4}, 1);
  check_refused("trace: A is 5x4", [&] { (void)trace(a.read()); });
  check_refused("set_diagonal: 3 values", [&] { set_diagonal(a.view(), numbers<double>(3, 1)); });
  check_refused("scale_rows: 4 numbers for a matrix of 5 rows",
                [&] { scale_rows(a.view(), numbers<double>(4, 1)); });
  check_refused("add_to_rows: 5 numbers for a matrix of 4 columns",
                [&] { add_to_rows(a.view(), numbers<double>(5, 1)); });
}
