// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/compare.hpp>

#include <bit>
#include <cmath>
#include <limits>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE_TEMPLATE_DEFINE("count_differences: each changed element counts once, on every rank", T,
                          compare_all_elements) {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<T> a(comm, layout);
    a.fill_with([](Index i, Index j) { return face<T>(i, j); });
    DistMatrix<T> b = a.copy();
    bool ok = count_differences(a, b) == 0;
    Index changed = 0;
    for (Index i = 0; i < a.rows(); i += 2)
      for (Index j = 0; j < a.cols(); j += 3, ++changed) b.set(i, j, face<T>(i + 1, j));
    ok = ok && count_differences(a, b) == changed;
    const Range no_rows{0, 0}, cols{0, a.cols()};
    ok = ok && count_differences(a.view(no_rows, cols), b.view(no_rows, cols)) == 0;
    check_all(comm, ok, layout.to_string());
  });
}
TEST_CASE_TEMPLATE_APPLY(compare_all_elements, AllElements);

TEST_CASE("count_differences: bits count, not values") {
  const Layout layout({.shape = {2, 2}, .block = {1, 1}, .grid = {1, 1}});
  DistMatrix<double> a(world(), layout), b(world(), layout);
  b.set(0, 0, -0.0);
  CHECK(count_differences(a, b) == 1);
  const double nan = std::bit_cast<double>(0x7ff8'0000'0000'1234ULL);
  a.set(0, 0, nan);
  b.set(0, 0, nan);
  CHECK(count_differences(a, b) == 0);
  b.set(0, 0, std::bit_cast<double>(0x7ff8'0000'0000'1235ULL));
  CHECK(count_differences(a, b) == 1);
}

TEST_CASE("count_differences: other layouts are refused, with both of them") {
  const Layout layout({.shape = {4, 4}, .block = {1, 1}, .grid = {1, 1}});
  const DistMatrix<float> a(world(), layout), b(world(), layout.with_block({2, 2}));
  CHECK_THROWS_WITH_AS(count_differences(a, b), doctest::Contains("4x4 in 2x2 blocks"),
                       ArgumentError);
  CHECK_THROWS_AS(count_differences(a.view({0, 1}, {0, 1}), a.view({1, 2}, {0, 1})), ArgumentError);
}

TEST_CASE("max_abs: the largest magnitude, on any rank") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<c64> a(comm, layout);
    DistMatrix<std::int8_t> b(comm, layout);
    bool ok = max_abs(a) == 0 && max_abs(b) == 0;
    if (!layout.shape().empty()) {
      a.set(a.rows() - 1, 0, c64(-3, 4));
      b.set(0, a.cols() - 1, -128);
      ok = ok && max_abs(a) == 5.0F && max_abs(b) == 128;
      ok = ok && max_abs(a.view({0, a.rows() - 1}, {0, a.cols()})) == 0;
      a.set(0, 0, c64(0, std::numeric_limits<float>::quiet_NaN()));
      ok = ok && std::isnan(max_abs(a));
    }
    check_all(comm, ok, layout.to_string());
  });
  const Layout one({.shape = {1, 2}, .block = {1, 1}, .grid = {1, 1}});
  DistMatrix<std::int64_t> least(world(), one);
  least.set(0, 1, std::numeric_limits<std::int64_t>::min());
  CHECK(max_abs(least) == std::uint64_t{1} << 63);
}

TEST_CASE("all_finite: one NaN or infinity on one rank is known to all") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<double> a(comm, layout);
    DistMatrix<c128> c(comm, layout);
    bool ok = all_finite(a) && all_finite(c);
    if (!layout.shape().empty()) {
      a.set(a.rows() - 1, a.cols() - 1, -std::numeric_limits<double>::infinity());
      c.set(0, 0, {0, std::numeric_limits<double>::quiet_NaN()});
      ok = ok && !all_finite(a) && !all_finite(c);
      ok = ok && all_finite(a.view({0, a.rows() - 1}, {0, a.cols()}));
    }
    check_all(comm, ok, layout.to_string());
  });
}
