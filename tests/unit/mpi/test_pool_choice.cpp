// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/segment_shelf.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ashlar;
using namespace ashlar::mpi;

namespace {

constexpr Index plenty = Index{1} << 50;

PoolEntry idle(Index capacity, bool fits = true) { return {capacity, 0, true, false, fits}; }
PoolEntry small(Index capacity, Index last_use) { return {capacity, last_use, true, false, false}; }
PoolEntry live(Index capacity, Index last_use = 0) {
  return {capacity, last_use, false, false, false};
}

/// A request at a time when no idle segment was used lately.
PoolRequest late(Index wanted, Index peak) { return {wanted, 0, 0, 1000, peak, plenty}; }

}  // namespace

TEST_CASE("pool choice: an empty pool makes a new segment and raises the peak") {
  CHECK(choose_segment({}, late(1000, 0)) == PoolChoice{.peak_bytes = 1000});
}

TEST_CASE("pool choice: the smallest idle segment that fits is used again") {
  const std::vector<PoolEntry> entries{live(1000), idle(1200), idle(1100), idle(1050, false)};
  CHECK(choose_segment(entries, late(1000, 5000)) == PoolChoice{.reuse = 2, .peak_bytes = 5000});
}

TEST_CASE("pool choice: a segment with more than a quarter to spare is not wasted on the request") {
  const std::vector<PoolEntry> entries{idle(1251)};
  CHECK_FALSE(choose_segment(entries, late(1000, 5000)).reuse);
  PoolRequest request = late(1000, 5000);
  request.slack_bytes = 1;
  CHECK(choose_segment(entries, request).reuse == 0);
}

TEST_CASE(
    "pool choice: growing drops the idle segments that were unused for longest, down to the peak") {
  const std::vector<PoolEntry> entries{small(100, 7), live(500, 9), small(300, 3), small(200, 5)};
  CHECK(choose_segment(entries, late(400, 1500)) == PoolChoice{.peak_bytes = 1500});
  CHECK(choose_segment(entries, late(400, 1400)) == PoolChoice{.drop = {2}, .peak_bytes = 1400});
  CHECK(choose_segment(entries, late(400, 1000)) == PoolChoice{.drop = {2, 3}, .peak_bytes = 1000});
  CHECK(choose_segment(entries, late(400, 600)) ==
        PoolChoice{.drop = {0, 2, 3}, .peak_bytes = 900});
}

TEST_CASE("pool choice: a small request does not cost a large segment that was in use lately") {
  const std::vector<PoolEntry> entries{small(1000, 7)};
  PoolRequest request{
      .wanted_bytes = 10, .number = 8, .peak_bytes = 1000, .available_bytes = plenty};
  CHECK(choose_segment(entries, request) == PoolChoice{.is_passing = true, .peak_bytes = 1000});
  request.wanted_bytes = 1000;
  CHECK(choose_segment(entries, request) == PoolChoice{.drop = {0}, .peak_bytes = 1000});
  request.wanted_bytes = 10;
  request.number = 100;
  CHECK(choose_segment(entries, request) == PoolChoice{.drop = {0}, .peak_bytes = 1000});
}

TEST_CASE("pool choice: segments exceed the peak by the spare bytes at most") {
  const std::vector<PoolEntry> entries{small(1000, 7)};
  PoolRequest request{.wanted_bytes = 63,
                      .spare_bytes = 63,
                      .number = 8,
                      .peak_bytes = 1000,
                      .available_bytes = plenty};
  CHECK(choose_segment(entries, request) == PoolChoice{.peak_bytes = 1000});
  request.wanted_bytes = 64;
  CHECK(choose_segment(entries, request) == PoolChoice{.is_passing = true, .peak_bytes = 1000});
}

TEST_CASE("pool choice: for a request that comes again, segments of up to four times its size go") {
  const auto after_guest = [](bool guest_is_idle, bool guest_fits, Index other) {
    const std::vector<PoolEntry> entries{small(other, 7),
                                         {100, 8, guest_is_idle, true, guest_fits}};
    return choose_segment(
        entries,
        {.wanted_bytes = 100, .number = 9, .peak_bytes = other, .available_bytes = plenty});
  };
  CHECK(after_guest(true, true, 400) == PoolChoice{.drop = {0, 1}, .peak_bytes = 400});
  CHECK(after_guest(true, true, 401) ==
        PoolChoice{.is_passing = true, .drop = {1}, .peak_bytes = 401});
  CHECK(after_guest(true, false, 400) ==
        PoolChoice{.is_passing = true, .drop = {1}, .peak_bytes = 400});
  // The guest segment is in use, perhaps for long, so the request does not count as repeated.
  CHECK(after_guest(false, true, 400) == PoolChoice{.is_passing = true, .peak_bytes = 400});
}

TEST_CASE("pool choice: segments without pages are cleared away and count for nothing") {
  const std::vector<PoolEntry> entries{live(500), {900, 7, true, true, true}};
  CHECK(choose_segment(entries, late(900, 1400)) == PoolChoice{.drop = {1}, .peak_bytes = 1400});
}

TEST_CASE("pool choice: idle segments are freed if memory is short and their size suffices") {
  const std::vector<PoolEntry> entries{small(300, 1), small(300, 2)};
  const auto dropped = [&](Index available) {
    PoolRequest request = late(1000, 9000);
    request.available_bytes = available;
    return choose_segment(entries, request).drop;
  };
  CHECK(dropped(800) == std::vector<int>{0});
  CHECK(dropped(400) == std::vector<int>{0, 1});
  CHECK(dropped(300).empty());
}

TEST_CASE("pool choice: over any history idle memory stays below the peak and the spare bytes") {
  for (const Index spare : {0, 700}) {
    std::uint64_t state = 12345;
    const auto random = [&](Index below) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      return static_cast<Index>((state >> 33) % static_cast<std::uint64_t>(below));
    };
    const auto bytes = [](const std::vector<PoolEntry>& pool, bool idle) {
      Index sum = 0;
      for (const PoolEntry& entry : pool)
        if (entry.is_idle == idle && !(idle && entry.is_passing)) sum += entry.capacity;
      return sum;
    };
    std::vector<PoolEntry> pool;
    Index peak = 0, highest_live = 0, guests = 0, reused = 0, most_idle = -plenty;
    for (Index step = 1; step <= 5000; ++step) {
      for (PoolEntry& entry : pool)
        if (step % 100 == 0 || random(3) == 0) entry.is_idle = true;
      REQUIRE(bytes(pool, true) <= peak + spare);
      most_idle = std::max(most_idle, bytes(pool, true) - peak);
      const Index wanted = 1 + random(1000);
      for (PoolEntry& entry : pool) entry.fits = entry.capacity >= wanted;
      const PoolChoice choice = choose_segment(pool, {wanted, 0, spare, step, peak, plenty});
      if (choice.reuse) {
        PoolEntry& entry = pool[static_cast<std::size_t>(*choice.reuse)];
        REQUIRE((entry.is_idle && !entry.is_passing && entry.capacity >= wanted &&
                 choice.drop.empty()));
        entry = live(entry.capacity, step);
        ++reused;
      } else {
        pool.push_back(live(wanted, step));
        pool.back().is_passing = choice.is_passing;
        guests += choice.is_passing ? 1 : 0;
      }
      for (auto k = choice.drop.rbegin(); k != choice.drop.rend(); ++k) {
        REQUIRE(pool[static_cast<std::size_t>(*k)].is_idle);
        pool.erase(pool.begin() + *k);
      }
      peak = choice.peak_bytes;
      highest_live = std::max(highest_live, bytes(pool, false));
      REQUIRE(peak == highest_live);
    }
    CHECK(guests > 0);
    CHECK(reused > 1000);
    CHECK((most_idle > 0) == (spare > 0));  // the spare bytes are used
  }
}
