// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <ashlar/layout/axis.hpp>

#include "distributed.hpp"

using namespace ashlar;

// The examples in the headers.
static_assert(Axis{10, 3, 2, 0}.owner(7) == 0);
static_assert(Axis{10, 3, 2, 0}.to_local(7) == 4);
static_assert(Axis{10, 3, 2, 0}.to_global(0, 4) == 7);
static_assert(Axis{10, 3, 2, 0}.local_count(0) == 6 && Axis{10, 3, 2, 0}.local_count(1) == 4);
static_assert(detail::owned_range_count(Axis{9, 2, 2, 0}, 0) == 3);
static_assert(detail::owned_range(Axis{9, 2, 2, 0}, 0, 1) == Range{4, 6});

namespace {

constexpr Index most_extent = 26;
constexpr Index most_block = 9;
constexpr int most_procs = 6;

// Counts the axes of the sweep for which `wrong` is true, and describes the first of them.
template <class Wrong>
int count_wrong(Wrong&& wrong) {
  int count = 0;
  for_each_axis(most_extent, most_block, most_procs, [&](const Axis& axis) {
    if (!wrong(axis)) return;
    if (count++ == 0)
      MESSAGE("extent ", axis.extent, ", block ", axis.block, ", nprocs ", axis.nprocs, ", source ",
              axis.source);
  });
  return count;
}

std::string message_of(const Axis& axis) {
  try {
    axis.check("rows");
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("axis: every element has owner and local index of an element-by-element distribution") {
  CHECK(count_wrong([](const Axis& axis) {
          const std::vector<DistributedPlace> places = distribute(axis);
          for (Index g = 0; g < axis.extent; ++g) {
            const DistributedPlace& place = places[static_cast<std::size_t>(g)];
            if (axis.owner(g) != place.process || axis.to_local(g) != place.local) return true;
          }
          return false;
        }) == 0);
}

TEST_CASE("axis: to_global is the inverse of owner and to_local") {
  CHECK(count_wrong([](const Axis& axis) {
          const std::vector<DistributedPlace> places = distribute(axis);
          for (Index g = 0; g < axis.extent; ++g) {
            const DistributedPlace& place = places[static_cast<std::size_t>(g)];
            if (axis.to_global(place.process, place.local) != g) return true;
          }
          return false;
        }) == 0);
}

TEST_CASE("axis: local counts, whole and below any element, are those of counting") {
  CHECK(count_wrong([](const Axis& axis) {
          const std::vector<DistributedPlace> places = distribute(axis);
          for (int p = 0; p < axis.nprocs; ++p) {
            Index below = 0;
            for (Index g = 0; g < axis.extent; ++g) {
              if (axis.local_count_below(p, g) != below) return true;
              below += places[static_cast<std::size_t>(g)].process == p;
            }
            if (axis.local_count(p) != below) return true;
          }
          return false;
        }) == 0);
}

TEST_CASE("axis: local counts add up to the extent") {
  CHECK(count_wrong([](const Axis& axis) {
          Index sum = 0;
          for (int p = 0; p < axis.nprocs; ++p) sum += axis.local_count(p);
          return sum != axis.extent;
        }) == 0);
}

TEST_CASE("axis: owner and to_local past the extent are those of a longer axis") {
  CHECK(count_wrong([](const Axis& axis) {
          Axis longer = axis;
          longer.extent += 40;
          const std::vector<DistributedPlace> places = distribute(longer);
          for (Index g = axis.extent; g < longer.extent; ++g) {
            const DistributedPlace& place = places[static_cast<std::size_t>(g)];
            if (axis.owner(g) != place.process || axis.to_local(g) != place.local) return true;
          }
          return false;
        }) == 0);
}

TEST_CASE("axis: the block count is the number of times a block begins") {
  CHECK(count_wrong([](const Axis& axis) {
          Index begun = 0;
          for (Index g = 0; g < axis.extent; g += axis.block) ++begun;
          return axis.block_count() != begun;
        }) == 0);
}

TEST_CASE("axis: owned ranges are maximal and hold exactly the owned elements in order") {
  CHECK(count_wrong([](const Axis& axis) {
          const std::vector<DistributedPlace> places = distribute(axis);
          for (int p = 0; p < axis.nprocs; ++p) {
            std::vector<Range> counted;
            for (Index g = 0; g < axis.extent; ++g) {
              if (places[static_cast<std::size_t>(g)].process != p) continue;
              if (!counted.empty() && counted.back().last == g) ++counted.back().last;
              else counted.push_back({g, g + 1});
            }
            if (detail::owned_ranges(axis, p) != counted) return true;
            if (detail::owned_range_count(axis, p) != static_cast<Index>(counted.size()))
              return true;
          }
          return false;
        }) == 0);
}

TEST_CASE("axis: check names the field that is out of range, its value and the limit") {
  CHECK(message_of({0, 1, 1, 0}) == "");
  CHECK(message_of({-1, 1, 1, 0}) == "rows: extent is -1, but must be at least 0");
  CHECK(message_of({1, 0, 1, 0}) == "rows: block is 0, but must be at least 1");
  CHECK(message_of({1, 1, 0, 0}) == "rows: there are 0 processes, but must be at least 1");
  CHECK(message_of({1, 1, 3, 3}) == "rows: source process is 3, but must lie between 0 and 2");
  CHECK(message_of({1, 1, 3, -1}) == "rows: source process is -1, but must lie between 0 and 2");
}

TEST_CASE("axis: the local indices of a range of global ones are neighbours") {
  constexpr Axis axis{10, 3, 2, 0};  // process 0 keeps 0-2 and 6-8, process 1 3-5 and 9
  static_assert(axis.local_range(0, {2, 9}) == Range{2, 6});
  static_assert(axis.local_range(1, {2, 9}) == Range{0, 3});
  static_assert(axis.local_range(1, {6, 9}).empty());
  for (int p = 0; p < 2; ++p)
    for (Index first = 0; first <= 10; ++first)
      for (Index last = first; last <= 10; ++last) {
        const Range local = axis.local_range(p, {first, last});
        Index found = 0;
        for (Index g = first; g < last; ++g)
          if (axis.owner(g) == p) {
            CHECK(axis.to_local(g) == local.first + found);
            ++found;
          }
        CHECK(local.size() == found);
      }
}
