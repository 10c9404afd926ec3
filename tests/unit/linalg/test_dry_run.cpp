// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/node/model.hpp>

#include <algorithm>
#include <numeric>
#include <string>

#include <doctest/doctest.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

using namespace ashlar;
using node::CrewPlan;
using node::dry_run;
using node::Work;

namespace {

constexpr Routine routines[] = {Routine::Lu, Routine::Qr, Routine::Cholesky};

// What LAPACK's timings count: 2/3 n^3, 4/3 n^3, 1/3 n^3.
double flops_of(Routine routine, Index n) {
  const double cube = static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
  return cube * (routine == Routine::Lu ? 2.0 / 3 : routine == Routine::Qr ? 4.0 / 3 : 1.0 / 3);
}

}  // namespace

TEST_CASE("dry run: the chain of panel flops falls nearly with the team") {
  constexpr Index n = 20000, block = 192;
  constexpr int ranks = 64;
  for (const Routine routine : routines)
    for (const int depth : {1, 2}) {
      const Work alone = dry_run({routine, n, block, {{ranks, 1}, depth}});
      CHECK(alone.meetings == 0);
      for (const int team : {2, 3, 4, 7, 8}) {
        INFO(to_string(routine), " by teams of ", team, ", ", depth, " ahead");
        const Work work = dry_run({routine, n, block, {{ranks, team}, depth}});
        CHECK(work.panels == 105);
        CHECK(alone.panel_chain >= 0.8 * team * work.panel_chain);
        CHECK(alone.elimination >= 0.8 * team * work.elimination);
        CHECK(work.panel_chain > work.elimination);
        CHECK(alone.panel_chain <= 1.1 * team * work.panel_chain);
      }
    }
}

TEST_CASE("dry run: a team of LU meets once a column, and twice an update") {
  const Work work = dry_run({Routine::Lu, 20000, 192, {{64, 4}, 1}});
  CHECK(work.meetings == 20000 + 2 * 104);
}

TEST_CASE("dry run: flops are those of the textbook, and nobody does more than time allows") {
  struct Case {
    Index n, block;
    CrewPlan plan;
  };
  for (const Routine routine : routines)
    for (const Case& c : {Case{300, 16, {{3, 1}, 1}},
                          {2000, 64, {{4, 2}, 1}},
                          {2000, 64, {{16, 1}, 2}},
                          {2000, 48, {{16, 3}, 3}},
                          {2000, 48, {{1, 1}, 1}}}) {
      INFO(to_string(routine), " of ", c.n, " on ", c.plan.teams.crew, " ranks");
      const Work work = dry_run({routine, c.n, c.block, c.plan});
      const double sum = std::accumulate(work.flops.begin(), work.flops.end(), 0.0);
      const double expected = flops_of(routine, c.n);
      CHECK(sum >= 0.98 * expected);
      CHECK(sum <= 1.15 * expected);
      CHECK(work.seconds >= 0.999 * work.panel_chain);
      CHECK(work.seconds >= 0.999 * *std::max_element(work.flops.begin(), work.flops.end()));
      CHECK(work.seconds <= 1.001 * sum);
    }
}

TEST_CASE("dry run: more ranks take less time, and teams where panels would be the bottleneck") {
  for (const Routine routine : routines) {
    INFO(to_string(routine));
    double seconds = dry_run({routine, 4000, 64, {{1, 1}, 1}}).seconds;
    for (const int ranks : {2, 4, 8}) {
      const double found = dry_run({routine, 4000, 64, {{ranks, 1}, 1}}).seconds;
      CHECK(found < 0.65 * seconds);
      seconds = found;
    }
  }
  for (const Routine routine : routines)
    CHECK(dry_run({routine, 8000, 128, {{64, 4}, 1}}).seconds <
          0.8 * dry_run({routine, 8000, 128, {{64, 1}, 1}}).seconds);
}

TEST_CASE("dry run: looking further ahead changes the order of the work, not the work") {
  for (const Routine routine : routines) {
    const Work one = dry_run({routine, 3000, 64, {{8, 2}, 1}});
    for (const int depth : {2, 3, 100}) {
      INFO(to_string(routine), ", ", depth, " ahead");
      const Work more = dry_run({routine, 3000, 64, {{8, 2}, depth}});
      const auto flops = [](const Work& work) {
        return std::accumulate(work.flops.begin(), work.flops.end(), 0.0);
      };
      CHECK(flops(more) == doctest::Approx(flops(one)).epsilon(0.02));
      CHECK(more.panel_chain == one.panel_chain);
      CHECK(more.seconds >= more.panel_chain);
    }
  }
}

TEST_CASE("dry run: meetings take their time") {
  node::KernelRates rates;
  const node::Factorisation lu{Routine::Lu, 1000, 50, {{4, 2}, 1}};
  const Work without = dry_run(lu, rates);
  rates.meeting = 1e9;
  const Work with = dry_run(lu, rates);
  CHECK(with.seconds >= 1e9 * static_cast<double>(with.meetings));
  CHECK(with.seconds <= without.seconds + 1e9 * static_cast<double>(with.meetings));
}

TEST_CASE("dry run: an empty matrix takes no time, and other routines are refused") {
  for (const Routine routine : routines) CHECK(dry_run({routine, 0, 16, {{4, 2}, 2}}).seconds == 0);
  CHECK_THROWS_AS(dry_run({Routine::Svd, 10, 16, {}}), ArgumentError);
}

TEST_CASE("model: teams and blocks are chosen for more ranks than were measured") {
  for (const Routine routine : routines) {
    INFO(to_string(routine));
    for (const int ranks : {1, 2, 8}) {
      CHECK(!node::is_modelled(ranks));
      CHECK(node::best_plan(routine, 20000, 192, ranks).teams.size == 1);
    }
    CHECK(node::is_modelled(64));
    const CrewPlan plan = node::best_plan(routine, 8000, 128, 64);
    CHECK(plan.teams.crew == 64);
    CHECK(plan.teams.size > 1);
    const node::Factorisation work{routine, 8000, 128, plan};
    const node::Factorisation alone{routine, 8000, 128, {{64, 1}}};
    CHECK(dry_run(work, node::common_rates()).seconds <
          dry_run(alone, node::common_rates()).seconds);
    const Index narrow = node::best_block(routine, 1000, 16);
    const Index wide = node::best_block(routine, 20000, 128);
    CHECK(narrow >= 64);
    CHECK(narrow <= wide);
    CHECK(wide <= 192);
  }
}
