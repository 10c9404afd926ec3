// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/statistics.hpp>
#include <ashlar/matrix/apply.hpp>
#include <ashlar/move/zip.hpp>

#include "vector_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE_TEMPLATE("apply: every element becomes f of its indices in the view and itself", T, float,
                   double, c64, c128) {
  Choice choice(51);
  for (int round = 0; round < 25; ++round) {
    const Shape shape = {choice.of({0, 1, 10, 57}), choice.of({0, 1, 3, 31})};
    Operand<T> a(choice, shape, 1);
    Wide<T> expected = a.wide();
    for (Index j = 0; j < shape.cols; ++j)
      for (Index i = 0; i < shape.rows; ++i)
        expected(i, j) = expected(i, j) * 2.0L + static_cast<long double>(1000 * i + j);
    using R = RealOf<T>;
    apply(a.view(),
          [](Index i, Index j, const T& x) { return x * R(2) + static_cast<R>(1000 * i + j); });
    const double off = static_cast<double>(largest_difference(a.wide(), expected));
    check_all(world(),
              off <= 60000 * std::numeric_limits<R>::epsilon() && a.surroundings_untouched(),
              concat(a.layout(), " is off by ", off));
  }
}

TEST_CASE_TEMPLATE("zip: every element becomes f of both, for any layout of the other", T, float,
                   double, c64, c128) {
  Choice choice(52);
  for (int round = 0; round < 25; ++round) {
    const Shape shape = {choice.of({0, 1, 10, 57}), choice.of({0, 1, 3, 31})};
    Operand<T> a(choice, shape, 1);
    const Operand<T> b(choice, shape, 2);
    const Wide<T> x = a.wide(), y = b.wide();
    // Only elements of a triangle change; they become those of b.
    Wide<T> expected = x;
    for (Index j = 0; j < shape.cols; ++j)
      for (Index i = 0; i <= j && i < shape.rows; ++i) expected(i, j) = y(i, j);
    zip(a.view(), b.read(),
        [](Index i, Index j, const T& mine, const T& other) { return i <= j ? other : mine; });
    check_all(world(), largest_difference(a.wide(), expected) == 0 && a.surroundings_untouched(),
              concat(a.layout(), " with ", b.layout()));
  }
}

TEST_CASE("zip: with another element type, and with itself") {
  const auto grid = ProcessGrid::balanced(world());
  DistMatrix<double> a(grid, {13, 9}, {.block = {2, 3}});
  DistMatrix<std::int32_t> mask(
      world(), Layout({.shape = {13, 9}, .block = {4, 4}, .grid = {1, world().size()}}));
  a.fill(1.5);
  mask.fill_with([](Index i, Index j) { return static_cast<std::int32_t>((i + j) % 2); });
  zip(a, mask, [](Index, Index, double x, std::int32_t keeps) { return keeps != 0 ? x : 0.0; });
  bool right = true;
  apply(a, [&](Index i, Index j, double x) {
    right = right && x == ((i + j) % 2 == 1 ? 1.5 : 0.0);
    return x;
  });
  check_all(world(), right, "masked");
  zip(a, a, [](Index, Index, double x, double y) { return x + y; });
  apply(a, [&](Index i, Index j, double x) {
    right = right && x == ((i + j) % 2 == 1 ? 3.0 : 0.0);
    return x;
  });
  check_all(world(), right, "twice itself");
}

TEST_CASE("zip: other shapes and overlapping sections are refused on every rank") {
  const auto grid = ProcessGrid::balanced(world());
  DistMatrix<double> a(grid, {8, 8}, {.block = {2, 2}}), b(grid, {8, 7}, {.block = {2, 2}});
  const auto sum = [](Index, Index, double x, double y) { return x + y; };
  check_refused("zip: A is 8x8 and B is 8x7", [&] { zip(a, b, sum); });
  check_refused("zip: A and B are overlapping sections of one matrix", [&] {
    zip(a.view({0, 4}, {0, 8}), a.view({2, 6}, {0, 8}), sum);
  });
}

TEST_CASE_TEMPLATE("argmin, argmax: the first of equal elements, row by row", T, float, double, c64,
                   c128, std::int32_t, std::uint8_t) {
  const Layout layout({.shape = {20, 17}, .block = {3, 2}, .grid = {1, world().size()}});
  DistMatrix<T> a(world(), layout);
  // The extremes are in columns 3 and 9 and rows 4 and 11; the first one in row-major order is
  // (4, 9) or (4, 3).
  const auto value = [](Index i, Index j) {
    if ((i == 4 && j == 9) || (i == 11 && j == 3)) return 1;
    if ((i == 11 && j == 9) || (i == 4 && j == 3) || (i == 4 && j == 12)) return 90;
    return 40;
  };
  a.fill_with(
      [&](Index i, Index j) { return static_cast<T>(static_cast<RealOf<T>>(value(i, j))); });
  const auto least = argmin(a), most = argmax(a);
  REQUIRE(least.has_value());
  REQUIRE(most.has_value());
  CHECK(least->i == 4);
  CHECK(least->j == 9);
  CHECK(least->value == T(1));
  CHECK(most->i == 4);
  CHECK(most->j == 3);
  CHECK(most->value == T(90));
  const auto part = argmax(a.view({5, 20}, {2, 17}));
  REQUIRE(part.has_value());
  CHECK(part->i == 6);  // indices count within the view
  CHECK(part->j == 7);
  CHECK_FALSE(argmin(DistMatrix<T>(world(), layout.with_shape({0, 17}))).has_value());
}

TEST_CASE("argmin, argmax: complex elements by modulus, NaN does not count") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto grid = ProcessGrid::balanced(world());
  DistMatrix<c128> z(grid, {4, 5}, {.block = {1, 2}});
  z.fill(c128(3, 4));
  z.set(1, 1, c128(-6, 0));
  z.set(2, 3, c128(0, 2));
  z.set(0, 0, c128(nan, 0));
  CHECK(argmax(z)->value == c128(-6, 0));
  CHECK(argmin(z)->i == 2);
  CHECK(argmin(z)->j == 3);
  DistMatrix<double> all_nan(grid, {3, 3}, {.block = {1, 1}});
  all_nan.fill(nan);
  CHECK_FALSE(argmin(all_nan).has_value());
  CHECK_FALSE(argmax(all_nan).has_value());
}

TEST_CASE_TEMPLATE("norm: without a kind it is Frobenius", T, float, double, c64, c128) {
  Choice choice(53);
  const Operand<T> a(choice, {30, 20}, 3);
  CHECK(norm(a.read()) == norm(a.read(), Norm::Frobenius));
}
