// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/descriptor.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <ashlar/base/error.hpp>

using ashlar::dims_create;
using Dims = std::vector<int>;

namespace {

/// All factorisations of n into k non-increasing factors, tried one by one; the lexicographically
/// smallest.
Dims best_by_trial(int n, int k) {
  Dims best, current;
  std::function<void(int, int, int)> extend = [&](int rest, int left, int cap) {
    if (left == 0) {
      if (rest == 1 && (best.empty() || current < best)) best = current;
      return;
    }
    for (int d = 1; d <= std::min(rest, cap); ++d) {
      if (rest % d != 0) continue;
      current.push_back(d);
      extend(rest / d, left - 1, d);
      current.pop_back();
    }
  };
  extend(n, k, n);
  return best;
}

std::string message_of(int nnodes, const Dims& dims) {
  try {
    dims_create(nnodes, dims);
  } catch (const ashlar::ArgumentError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("dims_create: the worked examples of the MPI_Dims_create page") {
  CHECK(dims_create(6, {0, 0}) == Dims{3, 2});
  CHECK(dims_create(7, {0, 0}) == Dims{7, 1});
  CHECK(dims_create(6, {0, 3, 0}) == Dims{2, 3, 1});
  CHECK_THROWS_AS(dims_create(7, {0, 3, 0}), ashlar::ArgumentError);
}

TEST_CASE("dims_create: only the chosen dimensions are sorted, the fixed ones stay in place") {
  CHECK(dims_create(72, {0, 2, 0, 3}) == Dims{4, 2, 3, 3});
  CHECK(dims_create(12, {1, 0, 0}) == Dims{1, 4, 3});
  CHECK(dims_create(24, {0, 12}) == Dims{2, 12});
  CHECK(dims_create(6, {2, 3}) == Dims{2, 3});
}

TEST_CASE("dims_create: best answers that MPI libraries miss or are tested with") {
  CHECK(dims_create(72, {0, 0}) == Dims{9, 8});
  CHECK(dims_create(180, {0, 0}) == Dims{15, 12});
  CHECK(dims_create(240, {0, 0}) == Dims{16, 15});
  CHECK(dims_create(288, {0, 0}) == Dims{18, 16});
  CHECK(dims_create(336, {0, 0}) == Dims{21, 16});
  CHECK(dims_create(420, {0, 0}) == Dims{21, 20});
  CHECK(dims_create(720, {0, 0}) == Dims{30, 24});
  CHECK(dims_create(1000, {0, 0}) == Dims{40, 25});
  CHECK(dims_create(2310, {0, 0}) == Dims{55, 42});
  CHECK(dims_create(432, {0, 0, 0}) == Dims{9, 8, 6});
  CHECK(dims_create(108, {0, 0, 0, 0}) == Dims{4, 3, 3, 3});
  CHECK(dims_create(1'000'000'000, {0, 0, 0}) == Dims{1000, 1000, 1000});
}

TEST_CASE("dims_create: in two dimensions the closest pair of divisors, for 1 to 2000") {
  for (int n = 1; n <= 2000; ++n) {
    int smaller = 1;
    for (int d = 1; d * d <= n; ++d)
      if (n % d == 0) smaller = d;
    REQUIRE(dims_create(n, {0, 0}) == Dims{n / smaller, smaller});
  }
}

TEST_CASE("dims_create: in three to five dimensions the best of all factorisations") {
  for (int n = 1; n <= 600; ++n) REQUIRE(dims_create(n, Dims(3, 0)) == best_by_trial(n, 3));
  for (int n = 1; n <= 300; ++n) REQUIRE(dims_create(n, Dims(4, 0)) == best_by_trial(n, 4));
  for (int n = 1; n <= 150; ++n) REQUIRE(dims_create(n, Dims(5, 0)) == best_by_trial(n, 5));
}

TEST_CASE("dims_create: powers of two are spread within a factor of two") {
  for (int k : {3, 4})
    for (int n = 1; n <= 4096; n *= 2) {
      const Dims dims = dims_create(n, Dims(static_cast<std::size_t>(k), 0));
      CHECK(dims.front() <= 2 * dims.back());
    }
}

TEST_CASE(
    "dims_create: large numbers in many dimensions multiply out, do not increase, and do not take "
    "long") {
  const int hard[] = {2147483647, 1 << 30,    1396755360, 2095133040,
                      1977326743, 1162261467, 2147395600};
  for (int n : hard)
    for (std::size_t k = 1; k <= 20; ++k) {
      const Dims dims = dims_create(n, Dims(k, 0));
      CHECK(std::is_sorted(dims.rbegin(), dims.rend()));
      CHECK(std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>()) == n);
    }
  const Dims dims = dims_create(6, Dims(1000, 0));
  CHECK(dims[0] == 3);
  CHECK(dims[1] == 2);
  CHECK(std::count(dims.begin(), dims.end(), 1) == 998);
}

TEST_CASE("dims_create: no dimensions at all are right for one process only") {
  CHECK(dims_create(1, {}) == Dims{});
  CHECK_THROWS_AS(dims_create(2, {}), ashlar::ArgumentError);
}

TEST_CASE("dims_create: impossible arguments are refused with their values") {
  CHECK(message_of(0, {0, 0}).find("processes is 0") != std::string::npos);
  CHECK(message_of(-4, {0, 0}).find("processes is -4") != std::string::npos);
  CHECK(message_of(6, {-1, 0}).find("dimension -1") != std::string::npos);
  CHECK(message_of(6, {1, 2}).find("{1, 2}") != std::string::npos);
}

TEST_CASE("dims_create: fixed dimensions are tested by their product, not one by one") {
  CHECK_THROWS_AS(dims_create(6, {2, 2}), ashlar::ArgumentError);
  CHECK_THROWS_AS(dims_create(12, {4, 6, 0}), ashlar::ArgumentError);
  CHECK_THROWS_AS(dims_create(24, {4, 4, 0}), ashlar::ArgumentError);
  CHECK_THROWS_AS(dims_create(36, {4, 0, 6}), ashlar::ArgumentError);
  CHECK_THROWS_AS(dims_create(6, {100'000, 100'000, 0}), ashlar::ArgumentError);
}
