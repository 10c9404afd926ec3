// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <vector>

#include <ashlar/layout/detail/runs.hpp>

#include "move/in_place/swap_walk.hpp"

using namespace ashlar;
using ashlar::detail::RunCutter;

namespace {

/// Runs from the only sender to process 0 of `target`, which has all elements in order.
detail::RunList runs_between(const Axis& source, const Axis& target) {
  const detail::AxisPairing pairing{source, 0, target, 0, source.extent};
  return pairing.into_target(0).front().runs;
}

}  // namespace

TEST_CASE("run cutter: stretches of the wanted length, run by run, and again after rewinding") {
  // Blocks of 4 of one process against blocks of 6 on two: process 0 has 0-5 and 12-17.
  const detail::RunList list = runs_between({20, 4, 1, 0}, {20, 6, 2, 0});
  RunCutter cutter(list);
  std::vector<detail::Run> runs;
  for (int round = 0; round < 2; ++round) {
    std::vector<Index> places;
    Index pieces = 0;
    for (; cutter.next(5, runs); ++pieces)
      for (const detail::Run& run : runs)
        for (Index k = 0; k < run.length; ++k) places.push_back(run.source_local + k);
    CHECK(pieces == 3);
    CHECK(places == std::vector<Index>{0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17});
    CHECK_FALSE(cutter.next(5, runs));
    cutter.rewind();
  }
}

TEST_CASE("run cutter: single cyclic elements are one run if contiguous in both memories") {
  const detail::RunList list = runs_between({100, 1, 4, 0}, {100, 1, 4, 0});
  RunCutter cutter(list);
  std::vector<detail::Run> runs;
  REQUIRE(cutter.next(20, runs));
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].source_local == 0);
  CHECK(runs[0].length == 20);
  REQUIRE(cutter.next(20, runs));
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].source_local == 20);
  CHECK(runs[0].length == 5);
}
