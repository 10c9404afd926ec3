// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include <ashlar/layout/distribution.hpp>

using namespace ashlar;

// The examples in the header.
static_assert(Dist::block().axis(9, 2) == Axis{9, 5, 2, 0});
static_assert(Dist::block().axis(9, 2).local_count(0) == 5);
static_assert(Dist::block().axis(9, 2).local_count(1) == 4);
static_assert(Dist::block(10).axis(7, 3).local_count(0) == 7);
static_assert(Dist::block(10).axis(7, 3).local_count(2) == 0);
static_assert(Dist::cyclic(3).axis(10, 2).local_count(0) == 6);
static_assert(Dist::cyclic(3).axis(10, 2).local_count(1) == 4);

namespace {

std::vector<Index> counts(Index extent, const Dist& dist, int nprocs) {
  const Axis axis = dist.axis(extent, nprocs);
  std::vector<Index> result;
  for (int p = 0; p < nprocs; ++p) result.push_back(axis.local_count(p));
  return result;
}

using Counts = std::vector<Index>;

}  // namespace

TEST_CASE("dist: known counts of (size, argument, processes)") {
  CHECK(counts(9, Dist::cyclic(2), 2) == Counts{5, 4});
  CHECK(counts(9, Dist::cyclic(2), 3) == Counts{4, 3, 2});
  CHECK(counts(10, Dist::cyclic(3), 2) == Counts{6, 4});
  CHECK(counts(5, Dist::cyclic(3), 2) == Counts{3, 2});
  CHECK(counts(7, Dist::cyclic(10), 3) == Counts{7, 0, 0});
  CHECK(counts(12, Dist::cyclic(4), 3) == Counts{4, 4, 4});
  CHECK(counts(13, Dist::cyclic(4), 3) == Counts{5, 4, 4});
}

TEST_CASE("dist: a ragged last block is kept as it is, not rounded up") {
  // An older edition of the MPI standard prints the condition inverted: rank 0 would get 6.
  CHECK(counts(9, Dist::cyclic(2), 2).front() == 5);
}

TEST_CASE(
    "dist: BLOCK without an argument gives ceil(extent / nprocs) to each until none is left") {
  CHECK(counts(10, Dist::block(), 4) == Counts{3, 3, 3, 1});
  CHECK(counts(9, Dist::block(), 4) == Counts{3, 3, 3, 0});
  CHECK(counts(2, Dist::block(), 4) == Counts{1, 1, 0, 0});
  for (Index extent = 1; extent <= 40; ++extent)
    for (int nprocs = 1; nprocs <= 10; ++nprocs) {
      Index share = 0;
      while (share * nprocs < extent) ++share;
      CHECK(Dist::block().axis(extent, nprocs).block == share);
    }
}

TEST_CASE("dist: CYCLIC without an argument distributes single elements, NONE keeps all") {
  CHECK(Dist::cyclic().axis(9, 4) == Dist::cyclic(1).axis(9, 4));
  CHECK(Dist::none().axis(9, 1) == Axis{9, 9, 1, 0});
  CHECK(Dist() == Dist::none());
}

TEST_CASE("dist: an empty dimension, which MPI refuses, is an empty axis") {
  for (const Dist& dist : {Dist::block(), Dist::block(3), Dist::cyclic(), Dist::cyclic(3)})
    CHECK(counts(0, dist, 3) == Counts{0, 0, 0});
  CHECK(counts(0, Dist::none(), 1) == Counts{0});
}

TEST_CASE("dist: BLOCK(k) must reach the extent, exactly and beyond") {
  CHECK(counts(9, Dist::block(5), 2) == Counts{5, 4});
  CHECK(counts(9, Dist::block(9), 2) == Counts{9, 0});
  CHECK_THROWS_WITH_AS(Dist::block(4).axis(9, 2),
                       "distribution: BLOCK(4) on 2 processes holds fewer than 9 elements; give at "
                       "least BLOCK(5) or take CYCLIC(4)",
                       ArgumentError);
  for (Index extent = 1; extent <= 20; ++extent)
    for (Index k = 1; k <= 20; ++k)
      for (int nprocs = 1; nprocs <= 4; ++nprocs) {
        if (k * nprocs >= extent) CHECK_NOTHROW(Dist::block(k).axis(extent, nprocs));
        else CHECK_THROWS_AS(Dist::block(k).axis(extent, nprocs), ArgumentError);
      }
}

TEST_CASE("dist: the reach of BLOCK(k) is judged without overflow") {
  const Index huge = std::numeric_limits<Index>::max();
  CHECK(Dist::block(huge).axis(huge, 1000).block == huge);
  CHECK(Dist::block().axis(huge, 2).local_count(0) == (Index{1} << 62));
  CHECK(Dist::block().axis(huge, 2).local_count(1) == (Index{1} << 62) - 1);
  CHECK_THROWS_AS(Dist::block((Index{1} << 62) - 1).axis(huge, 2), ArgumentError);
}

TEST_CASE("dist: arguments against MPI's rules are refused") {
  CHECK_THROWS_AS(Dist::none().axis(9, 2), ArgumentError);
  CHECK_THROWS_AS(Dist::block().axis(-1, 2), ArgumentError);
  CHECK_THROWS_AS(Dist::block().axis(9, 0), ArgumentError);
  CHECK_THROWS_AS(Dist::block(0), ArgumentError);
  CHECK_THROWS_AS(Dist::cyclic(-3), ArgumentError);
}

TEST_CASE("dist: its text is HPF's and leads back to it") {
  CHECK(to_string(Dist::cyclic(10)) == "CYCLIC(10)");
  for (const Dist& dist : {Dist::block(), Dist::block(5), Dist::cyclic(), Dist::cyclic(10),
                           Dist::none(), Dist::cyclic(std::numeric_limits<Index>::max())})
    CHECK(Dist::from_string(to_string(dist)) == dist);
  CHECK(Dist::from_string("*") == Dist::none());
  CHECK(Dist::from_string("block") == Dist::block());
  CHECK(Dist::from_string("Cyclic(3)") == Dist::cyclic(3));
}

TEST_CASE("dist: other text is not a distribution") {
  for (const char* text :
       {"",           "(",           ")",          "()",         "**",
        "BLOCK()",    "BLOCK(",      "BLOCK(5",    "BLOCK(0)",   "CYCLIC(-1)",
        "CYCLIC(+1)", "CYCLIC(1.5)", "CYCLIC(1))", "CYCLIC( 1)", "CYCLIC 1",
        "NONE(1)",    "NONE()",      "BLOCKS",     "BLOC",       "CYCLIC(99999999999999999999)",
        " BLOCK",     "*(1)"})
    CHECK_FALSE(Dist::from_string(text).has_value());
}
