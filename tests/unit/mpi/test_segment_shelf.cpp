// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/segment_shelf.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <span>
#include <vector>

using namespace ashlar;
using namespace ashlar::mpi;

namespace {

constexpr Index plenty = Index{1} << 50;

/// A shelf of memory of this process alone, and the pool's calls on it.
struct Bench {
  SegmentShelf shelf;
  Index next_id = 0;
  int looks = 0;  // number of looks at the free memory

  PoolChoice choose(Index bytes, Index available = plenty) {
    const auto look = [&] {
      ++looks;
      return available;
    };
    return shelf.choose(std::span(&bytes, 1), rounded_up(bytes, page_bytes()), look);
  }

  /// Takes `pages` whole pages in a new segment, regardless of idle ones.
  std::shared_ptr<Segment> make(Index pages, bool is_passing = false) {
    shelf.begin_request();
    const Index bytes = pages * page_bytes();
    auto segment = Segment::make_private(next_id++, bytes);
    if (is_passing) segment->make_passing();
    segment->occupy(std::span(&bytes, 1));
    shelf.add(segment, shelf.statistics().live_bytes + bytes);
    return segment;
  }
};

}  // namespace

TEST_CASE("segment shelf: live and idle bytes are counted, and live again when used") {
  Bench bench;
  const auto first = bench.make(3), second = bench.make(5);
  CHECK(bench.shelf.statistics().live_bytes == 8 * page_bytes());
  CHECK(bench.shelf.statistics().peak_bytes == 8 * page_bytes());
  CHECK(bench.shelf.idle().empty());

  second->leave();
  CHECK(bench.shelf.idle() == std::vector<int>{1});
  CHECK(bench.shelf.statistics().live_bytes == 3 * page_bytes());
  CHECK(bench.shelf.statistics().idle_bytes == 5 * page_bytes());

  bench.shelf.begin_request();
  const PoolChoice choice = bench.choose(5 * page_bytes());
  CHECK(choice == PoolChoice{.reuse = 1, .peak_bytes = 8 * page_bytes()});
  CHECK(bench.looks == 0);  // an idle segment suffices without a look at the system
  CHECK(bench.shelf.use(second->id(), choice.peak_bytes) == second);
}

TEST_CASE("segment shelf: without a fit, idle segments are dropped if the system lacks memory") {
  Bench bench;
  bench.make(100)->leave();
  bench.make(200)->leave();
  bench.shelf.begin_request();
  const PoolChoice choice = bench.choose(300 * page_bytes(), 150 * page_bytes());
  CHECK(bench.looks == 1);
  CHECK(choice.drop == std::vector<int>{0, 1});
  CHECK(bench.shelf.resident_bytes_of(choice.drop) == 300 * page_bytes());
  bench.shelf.drop(choice.drop);
  CHECK(bench.shelf.size() == 0);
}

TEST_CASE("segment shelf: giving up leaves the others in their order") {
  Bench bench;
  for (Index pages = 1; pages <= 5; ++pages) bench.make(pages);
  bench.shelf.drop({0, 2, 3});
  REQUIRE(bench.shelf.size() == 2);
  CHECK(bench.shelf.at(0).id() == 1);
  CHECK(bench.shelf.at(1).id() == 4);
}

TEST_CASE("segment shelf: a segment counts as used by the request that took it last") {
  Bench bench;
  const auto first = bench.make(10), second = bench.make(10);
  bench.shelf.begin_request();
  bench.shelf.use(first->id(), 100 * page_bytes());
  first->leave();
  second->leave();
  bench.shelf.begin_request();
  // The system lacks ten pages: the second segment has been unused for longer.
  CHECK(bench.choose(60 * page_bytes(), 50 * page_bytes()).drop == std::vector<int>{1});
}

TEST_CASE("segment shelf: a passing segment has no bytes after its last use") {
  Bench bench;
  const auto guest = bench.make(7, true);
  CHECK(bench.shelf.statistics().live_bytes == 7 * page_bytes());
  guest->leave();
  CHECK(bench.shelf.statistics().idle_bytes == 0);
  CHECK(bench.shelf.resident_bytes_of({0}) == 0);
  bench.shelf.begin_request();
  const PoolChoice choice = bench.choose(7 * page_bytes());
  CHECK_FALSE(choice.reuse);
  CHECK(choice.drop == std::vector<int>{0});
}
