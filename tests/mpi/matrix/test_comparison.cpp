// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/compare.hpp>

#include <bit>
#include <cmath>
#include <limits>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Elements of B: every third differs from that of A, by more in lower rows.
template <class T>
T changed(Index i, Index j) {
  return static_cast<T>(static_cast<RealOf<T>>((i + 2 * j) % 3 == 1 ? i + 1 : 20 + j));
}
template <class T>
T plain(Index, Index j) {
  return static_cast<T>(static_cast<RealOf<T>>(20 + j));
}

bool same_place(const auto& pair, Index i, Index j) { return pair && pair->i == i && pair->j == j; }

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("compare: counts, places and distances of a loop over all elements", T,
                          compare_with_loop) {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<T> a(comm, layout), b(comm, layout);
    a.fill_with(plain<T>);
    b.fill_with(changed<T>);
    Index count = 0, beyond = 0, first_i = -1, first_j = -1, far_i = -1, far_j = -1;
    double most = 0, relative = 0;
    const Tolerance tolerance{.relative = 0.5, .absolute = 4};
    for (Index i = 0; i < a.rows(); ++i)
      for (Index j = 0; j < a.cols(); ++j) {
        const double apart = std::abs(static_cast<double>((20 + j) - (i + 1)));
        if ((i + 2 * j) % 3 != 1 || apart == 0) continue;
        if (count++ == 0) std::tie(first_i, first_j) = std::pair(i, j);
        if (apart > most) std::tie(most, far_i, far_j) = std::tuple(apart, i, j);
        relative = std::max(relative, apart / static_cast<double>(i + 1));
        beyond += apart > 4 + 0.5 * static_cast<double>(i + 1);
      }
    const auto found = compare(a, b, tolerance);
    bool ok = found.elements == a.rows() * a.cols() && found.differing_bits == count &&
              found.differing_values == beyond && found.one_nan == 0 &&
              static_cast<double>(found.largest_absolute) == most &&
              found.largest_relative == relative;
    if (count == 0) ok = ok && !found.first_bits && !found.largest_at && found.same_bits();
    else
      ok = ok && same_place(found.first_bits, first_i, first_j) &&
           same_place(found.largest_at, far_i, far_j) &&
           found.first_bits->a == plain<T>(first_i, first_j) &&
           found.first_bits->b == changed<T>(first_i, first_j);
    ok = ok && compare(a, b).differing_values == count && compare(a, a).same_bits();
    check_all(comm, ok, layout.to_string());
  });
}
TEST_CASE_TEMPLATE_APPLY(compare_with_loop, AllElements);

TEST_CASE("compare: NaN, zeros of both signs and infinities") {
  const Layout layout({.shape = {2, 3}, .block = {1, 1}, .grid = {world().size(), 1}});
  DistMatrix<double> a(world(), layout), b(world(), layout);
  a.set(0, 1, -0.0);
  auto found = compare(a, b);
  CHECK(found.differing_bits == 1);
  CHECK(found.same_values());
  CHECK(found.largest_absolute == 0);
  CHECK(same_place(found.first_bits, 0, 1));
  CHECK_FALSE(found.first_values);

  a.set(1, 0, not_a_number);
  b.set(1, 0, not_a_number);
  CHECK(compare(a, b).differing_bits == 1);
  b.set(1, 0, std::bit_cast<double>(0x7ff8'0000'0000'0007ULL));
  CHECK(compare(a, b).differing_bits == 2);
  CHECK(compare(a, b).same_values());
  b.set(1, 0, 5);
  found = compare(a, b, {.relative = 1, .absolute = infinity});
  CHECK(found.differing_values == 1);
  CHECK(found.one_nan == 1);
  CHECK(found.largest_absolute == 0);
  CHECK(same_place(found.first_values, 1, 0));
  CHECK(std::isnan(found.first_values->a));
  CHECK(found.first_values->b == 5);

  a.set(0, 0, infinity);
  b.set(0, 0, -infinity);
  a.set(0, 2, 1);
  found = compare(a, b, {.relative = 100});
  CHECK(found.largest_absolute == infinity);
  CHECK(found.largest_relative == infinity);
  CHECK(same_place(found.largest_at, 0, 0));
  CHECK(found.differing_values == 3);
}

TEST_CASE("compare: integers of 64 bits exactly") {
  const Layout layout({.shape = {1, 2}, .block = {1, 1}, .grid = {1, 1}});
  DistMatrix<std::int64_t> a(world(), layout), b(world(), layout);
  a.set(0, 1, std::numeric_limits<std::int64_t>::min());
  b.set(0, 1, std::numeric_limits<std::int64_t>::max());
  CHECK(compare(a, b).largest_absolute == std::numeric_limits<std::uint64_t>::max());
  a.set(0, 1, (std::int64_t{1} << 60) + 1);
  b.set(0, 1, std::int64_t{1} << 60);
  CHECK(compare(a, b).largest_absolute == 1);
}

TEST_CASE("compare: rows in memory, and views, count within the view") {
  const int size = world().size();
  const Layout layout(
      {.shape = {7, 9}, .block = {2, 2}, .grid = {1, size}, .source = {0, size - 1}});
  DistMatrix<c64> a(world(), layout, {.order = StorageOrder::C});
  DistMatrix<c64> b(world(), layout);
  for (auto* m : {&a, &b}) m->fill_with([](Index i, Index j) { return c64(float(i), float(j)); });
  b.set(4, 5, c64(7, 9));
  b.set(6, 2, c64(0, 0));
  CHECK(compare(a, b).differing_bits == 2);
  const auto found = compare(a.view({3, 7}, {1, 8}), b.view({3, 7}, {1, 8}));
  CHECK(found.elements == 28);
  CHECK(same_place(found.first_bits, 1, 4));
  CHECK(same_place(found.largest_at, 3, 1));
  CHECK(found.largest_absolute == std::sqrt(40.0));
  CHECK(found.first_bits->a == c64(4, 5));
}

TEST_CASE("compare: other layouts and tolerances below 0 are refused") {
  const Layout layout({.shape = {4, 4}, .block = {1, 1}, .grid = {1, 1}});
  const DistMatrix<float> a(world(), layout), b(world(), layout.with_block({2, 2}));
  CHECK_THROWS_WITH_AS(compare(a, b), doctest::Contains("4x4 in 2x2 blocks"), ArgumentError);
  CHECK_THROWS_WITH_AS(compare(a, a, {.relative = -1}), doctest::Contains("-1 and 0"),
                       ArgumentError);
  CHECK_THROWS_AS(compare(a, a, {.absolute = not_a_number}), ArgumentError);
}
