// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/node/lu.hpp>

#include <map>

#include <doctest/doctest.h>

#include "team_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr double residual_limit = 1;

template <Scalar T>
struct Result {
  Wide<T> factors;
  std::vector<int> pivots;
  Outcome outcome;
};

template <Scalar T>
Result<T> factored(DistMatrix<T> a, const node::Schedule& schedule) {
  std::vector<int> pivots;
  const Outcome outcome = node::factor_lu(node::Room::of(world()), a, pivots, schedule);
  return {gathered(a), std::move(pivots), outcome};
}

Layout block_columns(Index n, Index block) {
  return test::block_columns({n, n}, block, world().size());
}

std::vector<TeamCase> cases() {
  return team_cases({{{1, 1}, 4},
                     {{2, 2}, 1},
                     {{10, 10}, 3},
                     {{57, 57}, 8},
                     {{100, 100}, 33},
                     {{150, 150}, 16},
                     {{257, 257}, 20}});
}

// |P A - L U| / (|A| n eps) in the infinity norm.
template <Scalar T>
double residual(Wide<T> a, const Result<T>& result) {
  if (!is_judge()) return 0;
  const Index n = a.shape.rows;
  const long double norm = inf_norm(a);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      std::swap(a(i, j), a(result.pivots[static_cast<std::size_t>(i)] - 1, j));
  const Wide<T>& f = result.factors;
  for (Index j = 0; j < n; ++j)
    for (Index k = 0; k <= j; ++k) {
      a(k, j) -= f(k, j);
      for (Index i = k + 1; i < n; ++i) a(i, j) -= f(i, k) * f(k, j);
    }
  const long double size = inf_norm(a);
  const long double eps = std::numeric_limits<RealOf<T>>::epsilon() / 2;
  return static_cast<double>(size == 0 ? 0 : size / (norm * static_cast<long double>(n) * eps));
}

// Row exchanges of partial pivoting in extended precision, by LAPACK's measure of size.
template <Scalar T>
std::vector<int> exact_pivots(Wide<T> a) {
  const auto size_of = [](const auto& x) {
    return std::abs(std::real(x)) + std::abs(std::imag(x));
  };
  std::vector<int> pivots;
  for (Index j = 0; j < a.shape.rows; ++j) {
    Index best = j;
    for (Index i = j + 1; i < a.shape.rows; ++i)
      if (size_of(a(i, j)) > size_of(a(best, j))) best = i;
    pivots.push_back(static_cast<int>(best + 1));
    for (Index c = 0; c < a.shape.cols; ++c) std::swap(a(j, c), a(best, c));
    for (Index i = j + 1; i < a.shape.rows; ++i) {
      const auto factor = a(i, j) / a(j, j);
      for (Index c = j; c < a.shape.cols; ++c) a(i, c) -= factor * a(j, c);
    }
  }
  return pivots;
}

// The largest element of L below the diagonal. Partial pivoting bounds it by 1, for complex
// numbers, in LAPACK's measure, by sqrt(2).
template <Scalar T>
double largest_multiplier(const Wide<T>& factors) {
  long double largest = 0;
  for (Index j = 0; j < factors.shape.cols; ++j)
    for (Index i = j + 1; i < factors.shape.rows; ++i)
      largest = std::max(largest, std::abs(factors(i, j)));
  return static_cast<double>(largest);
}
template <Scalar T>
constexpr double multiplier_limit = is_complex<T> ? 1.4143 : 1.000001;

}  // namespace

TEST_CASE_TEMPLATE("teams: P A = L U with the pivots of partial pivoting", T, float, double, c64,
                   c128) {
  if (!shares_memory()) return;
  std::map<Index, std::vector<int>> pivots_of;
  for (const TeamCase& c : cases()) {
    const auto a = random_matrix<T>(c.layout(), 3);
    const Wide<T> whole = gathered(a);
    const Result<T> result = factored(a.copy(), c.schedule);
    const double ratio = residual(whole, result);
    check_all(world(), ratio < residual_limit, concat("residual ", ratio, ": ", c.to_string()));
    check_all(world(), result.outcome.ok(), "singular? " + c.to_string());
    check_all(world(), largest_multiplier(result.factors) < multiplier_limit<T>,
              "a row with a larger candidate was left: " + c.to_string());
    // In single precision rounding decides between nearly equal candidates.
    if constexpr (detail::OneOf<T, double, c128>) {
      if (is_judge() && !pivots_of.contains(c.shape.rows))
        pivots_of[c.shape.rows] = exact_pivots(whole);
      check_all(world(), !is_judge() || result.pivots == pivots_of[c.shape.rows],
                "other pivots: " + c.to_string());
    }
  }
}

TEST_CASE("teams: 100 repeats of LU give the same bits") {
  if (!shares_memory()) return;
  for (const node::Schedule schedule : {node::Schedule{2, 2}, {world().size(), 1}}) {
    const auto a = random_matrix<double>(block_columns(70, 8), 5);
    const Result<double> first = factored(a.copy(), schedule);
    for (int repeat = 0; repeat < 100; ++repeat) {
      const Result<double> again = factored(a.copy(), schedule);
      check_all(world(), again.factors.values == first.factors.values, "other bits");
      check_all(world(), again.pivots == first.pivots, "other pivots");
    }
  }
}

TEST_CASE("teams: of equal candidates the first row is the pivot") {
  if (!shares_memory()) return;
  DistMatrix<double> a(world(), block_columns(60, 7));
  // Exact in all arithmetic: after the first step all rows are equal, except for the diagonal.
  a.fill_with([](Index i, Index j) { return i == j ? 0.0 : 1.0; });
  const Wide<double> whole = gathered(a);
  for (const int team : {1, 2, 3, 8}) {
    const Result<double> result = factored(a.copy(), {.team = team});
    check_all(world(), result.pivots[0] == 2, "the first pivot is not the first of the largest");
    check_all(world(), residual(whole, result) < residual_limit, "a large residual");
  }
}

TEST_CASE_TEMPLATE("teams: singular matrices are factored, and their first zero pivot is reported",
                   T, float, double, c64, c128) {
  if (!shares_memory()) return;
  for (const Index zero : {0, 17, 59})
    for (const int team : {1, 2, 8}) {
      auto a = DistMatrix<T>(world(), block_columns(60, 7));
      const Uniform<T> random(7, -1, 1);
      a.fill_with([&](Index i, Index j) { return j == zero ? T(0) : random(i, j); });
      const Wide<T> whole = gathered(a);
      const Result<T> result = factored(std::move(a), {.team = team, .depth = 2});
      check_all(world(), result.outcome.first_bad_pivot == zero,
                concat("another zero pivot than ", zero, " by teams of ", team));
      check_all(world(), residual(whole, result) < residual_limit, "a large residual");
    }
}
