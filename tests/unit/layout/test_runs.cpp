// SPDX-License-Identifier: BSD-3-Clause
// Runs between two axes, compared with distributing their elements one by one, and the number of
// stored runs.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

#include <ashlar/layout/detail/runs.hpp>

#include "distributed.hpp"

using namespace ashlar;

namespace {

/// A moved element: index within the range, local index at the sender, local index at the receiver.
struct Step {
  Index at, source_local, target_local;
  friend auto operator<=>(const Step&, const Step&) = default;
};
using Steps = std::vector<Step>;

/// Elements from each source process to each target process, by counting.
std::map<std::pair<int, int>, Steps> counted_steps(const detail::AxisPairing& pair) {
  const auto from = distribute(pair.source), to = distribute(pair.target);
  std::map<std::pair<int, int>, Steps> steps;
  for (Index i = 0; i < pair.length; ++i) {
    const auto& s = from[static_cast<std::size_t>(pair.source_first + i)];
    const auto& t = to[static_cast<std::size_t>(pair.target_first + i)];
    steps[{s.process, t.process}].push_back({i, s.local, t.local});
  }
  return steps;
}

Steps steps_of(const detail::RunList& list, Range within = Range::all()) {
  Steps steps;
  list.for_each(
      [&](const detail::Run& run) {
        for (Index i = 0; i < run.length; ++i)
          steps.push_back({run.at + i, run.source_local + i, run.target_local + i});
      },
      within);
  return steps;
}

/// Steps with indices in a range.
Steps steps_within(Steps steps, Range within) {
  std::erase_if(steps,
                [&](const Step& step) { return step.at < within.first || step.at >= within.last; });
  return steps;
}

/// Checks that the cursor visits the runs of for_each, and again after a rewind to any place.
bool cursor_agrees(const detail::RunList& list, Index stop) {
  detail::RunCursor cursor(list);
  for (Index k = 0; k < stop; ++k) cursor.next();
  for (int round = 0; round < 2; ++round) {
    cursor.rewind();
    bool same = true;
    list.for_each([&](const detail::Run& run) { same = same && cursor.next() == run; });
    if (!same || cursor.next().length != 0 || cursor.next().length != 0) return false;
  }
  return true;
}

/// Checks that the stretches are in order and disjoint, and that their runs are those of the
/// pattern.
bool is_well_formed(const detail::RunList& list) {
  Index end = 0, runs = 0;
  for (const detail::Stretch& stretch : list.stretches) {
    if (stretch.at < end || stretch.extent < 1 || stretch.runs < 1 || stretch.period < 1)
      return false;
    end = stretch.at + stretch.extent;
    runs += stretch.runs;
  }
  return end <= list.period && runs == std::ssize(list.pattern);
}

/// Empty if both sides of `pair` agree with counting, else the error.
std::string fault_of(const detail::AxisPairing& pair) {
  const auto expected = counted_steps(pair);
  for (const bool sending : {true, false}) {
    std::size_t found = 0;
    const int mine = sending ? pair.source.nprocs : pair.target.nprocs;
    for (int p = 0; p < mine; ++p) {
      int last = -1;
      for (const detail::AxisShare& share : sending ? pair.from_source(p) : pair.into_target(p)) {
        const auto key = sending ? std::pair(p, share.coord) : std::pair(share.coord, p);
        const auto steps = expected.find(key);
        if (share.coord <= last) return "shares out of order";
        if (steps == expected.end()) return "a share of nothing";
        if (!is_well_formed(share.runs)) return "stretches out of order";
        if (steps_of(share.runs) != steps->second) return "other elements";
        const Index middle = steps->second[steps->second.size() / 2].at;
        for (const Range within :
             {Range{0, middle}, Range{middle, middle + 7}, Range::from(middle)})
          if (steps_of(share.runs, within) != steps_within(steps->second, within))
            return "other elements in a range";
        if (share.runs.count() != std::ssize(steps->second)) return "another count";
        Index runs = 0;
        share.runs.for_each([&](const detail::Run&) { ++runs; });
        if (share.runs.run_count() != runs) return "another number of runs";
        if (!cursor_agrees(share.runs, runs / 2)) return "another walk";
        last = share.coord;
        ++found;
      }
    }
    if (found != expected.size()) return "a share is missing";
  }
  return "";
}

std::string text_of(const detail::AxisPairing& pair) {
  const auto side = [](const Axis& a, Index first) {
    return concat(a.extent, " in blocks of ", a.block, " on ", a.nprocs, " from ", a.source,
                  ", first ", first);
  };
  return concat(side(pair.source, pair.source_first), " -> ", side(pair.target, pair.target_first),
                ", length ", pair.length);
}

void check(const detail::AxisPairing& pair) {
  const std::string fault = fault_of(pair);
  if (fault.empty()) return;
  CAPTURE(text_of(pair));
  FAIL_CHECK(fault);
}

}  // namespace

TEST_CASE("runs: small axes, all of them, against counting") {
  for (const Index length : {0, 1, 2, 7, 12, 19})
    for (const int p : {1, 2, 3, 5})
      for (const Index a : {1, 2, 3, 5, 10, 19})
        for (const int q : {1, 2, 3, 5})
          for (const Index b : {1, 2, 3, 5, 10, 19})
            for (const Index first : {0, 1, 4})
              for (int source = 0; source < std::max(p, q); source += 2)
                check({{length + first, a, p, source % p},
                       first,
                       {length + 2, b, q, (source + 1) % q},
                       first % 3,
                       length});
}

TEST_CASE("runs: sections of random axes against counting") {
  std::mt19937_64 engine(11);
  const auto roll = [&](Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(engine);
  };
  for (int k = 0; k < 6000; ++k) {
    // Every third axis has blocks as long as many rounds of the other side.
    const auto axis = [&](Index extent, bool slab) {
      const int procs = static_cast<int>(roll(1, slab ? 4 : 13));
      const Index block = slab ? std::max<Index>(extent / roll(1, 4 * procs), 1) : roll(1, 6);
      return Axis{extent, block, procs, static_cast<int>(roll(0, procs - 1))};
    };
    const Index length = roll(1, 400), i = roll(0, 40), j = roll(0, 40);
    check({axis(length + i + roll(0, 9), k % 3 == 1), i, axis(length + j, k % 3 == 2), j, length});
  }
}

namespace {

Index stored_runs(const std::vector<detail::AxisShare>& shares) {
  Index runs = 0;
  for (const detail::AxisShare& share : shares) runs += std::ssize(share.runs.pattern);
  return runs;
}

}  // namespace

TEST_CASE("runs: slabs against small blocks cost the round of the small side, not the length") {
  for (const Index n : {Index{1'000'000}, Index{1'000'000'000}, Index{1'000'000'000'000}}) {
    const Index slab = (n + 3) / 4;
    for (const Index k : {1, 64, 96}) {
      const detail::AxisPairing pair{{n, slab, 4, 0}, 0, {n, k, 4, 1}, 0, n};
      for (int p = 0; p < 4; ++p) {
        CHECK(stored_runs(pair.from_source(p)) <= 4 + 1);  // one run each, and a cut one
        CHECK(stored_runs(pair.into_target(p)) <= 2 * 4);
      }
      const detail::AxisPairing back{pair.target, 0, pair.source, 0, n};
      for (int p = 0; p < 4; ++p) {
        CHECK(stored_runs(back.into_target(p)) <= 4 + 1);
        CHECK(stored_runs(back.from_source(p)) <= 2 * 4);
        Index received = 0;
        for (const detail::AxisShare& share : back.into_target(p)) received += share.runs.count();
        CHECK(received == back.target.local_count(p));
      }
    }
  }
}

TEST_CASE("runs: a million slabs against small blocks") {
  const Index n = 1'000'000'000;
  const int procs = 1'000'000;
  const detail::AxisPairing pair{{n, 1000, procs, 0}, 0, {n, 1, 4, 0}, 0, n};
  for (const int p : {0, 1, 499'999, 999'999}) {
    const auto shares = pair.from_source(p);
    CHECK(shares.size() == 4);
    CHECK(stored_runs(shares) == 4);
    for (const detail::AxisShare& share : shares) CHECK(share.runs.count() == 250);
  }
  CHECK(stored_runs(pair.into_target(3)) == procs);  // one run per sender
}

TEST_CASE("runs: long blocks that come again are stored for one round of both") {
  // Rounds of 4 blocks of 20,000 and rounds of 256 elements: the pattern repeats every 160,000
  // elements.
  const Index n = 1'000'000'000;
  const detail::AxisPairing pair{{n, 20'000, 4, 0}, 0, {n, 64, 4, 0}, 0, n};
  Index received = 0;
  for (const detail::AxisShare& share : pair.into_target(2)) received += share.runs.count();
  CHECK(received == pair.target.local_count(2));
  CHECK(stored_runs(pair.from_source(1)) <= 5 * 2);
  CHECK(stored_runs(pair.into_target(2)) <= 2 * 8);
}

TEST_CASE("runs: the front of a run and its rest are the run") {
  constexpr auto halves = [](detail::Run rest, Index length) {
    const detail::Run front = detail::take_front(rest, length);
    return std::pair(front, rest);
  };
  constexpr detail::Run run{7, 10, 20, 5};
  static_assert(halves(run, 2) == std::pair(detail::Run{7, 10, 20, 2}, detail::Run{9, 12, 22, 3}));
  static_assert(halves(run, 0) == std::pair(detail::Run{7, 10, 20, 0}, run));
  static_assert(halves(run, 5) == std::pair(run, detail::Run{12, 15, 25, 0}));
}

TEST_CASE("runs: near the largest indices nothing overflows") {
  const Index last = INT64_MAX;
  const detail::AxisPairing tail{{last, 1, 2, 1}, last - 5, {last, last / 3, 3, 2}, last - 5, 5};
  const detail::AxisPairing all{{last, last / 2, 2, 0}, 0, {last, 64, 4, 0}, 0, last};
  for (const detail::AxisPairing& pair : {tail, all}) {
    Index moved = 0;
    for (int p = 0; p < 2; ++p) {
      const auto shares = pair.from_source(p);
      CHECK(stored_runs(shares) <= 9);
      for (const detail::AxisShare& share : shares) moved += share.runs.count();
    }
    CHECK(moved == pair.length);
  }
}
