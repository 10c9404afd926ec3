// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/layout/replicas.hpp>

using namespace ashlar;

TEST_CASE("replicas: one replica is distributed over the ranks of the layout") {
  const Replicas one;
  CHECK(one.count() == 1);
  CHECK(one.rank_of(0, 17) == 17);
  CHECK(one.seat_of(17)->member == 17);
  CHECK(one.required_size(6) == 6);
}

TEST_CASE("replicas: groups of ranks that follow each other") {
  const Replicas replicas(3, 4);
  for (int rank = 0; rank < 12; ++rank) {
    const auto seat = replicas.seat_of(rank);
    REQUIRE(seat);
    CHECK(seat->replica == rank / 4);
    CHECK(replicas.rank_of(seat->replica, seat->member) == rank);
  }
  CHECK_FALSE(replicas.seat_of(12));
  CHECK_FALSE(replicas.seat_of(-1));
  CHECK(replicas.required_size(2) == 12);
}

TEST_CASE("replicas: groups of any ranks") {
  const Replicas replicas({{5, 0}, {2, 7}});
  CHECK(replicas.rank_of(1, 0) == 2);
  CHECK(replicas.seat_of(7)->replica == 1);
  CHECK(replicas.seat_of(7)->member == 1);
  CHECK_FALSE(replicas.seat_of(1));
  CHECK(replicas.required_size(2) == 8);
  CHECK(Replicas({{0, 1}, {2, 3}}) == Replicas(2, 2));
  CHECK_FALSE(Replicas({{0, 1}, {3, 2}}) == Replicas(2, 2));
}

TEST_CASE("replicas: groups that are none are refused with a sentence") {
  CHECK_THROWS_WITH_AS(
      Replicas({{0, 1}, {2, 0}}),
      "replicas: rank 0 stands at two places; a rank keeps a part of one replica at "
      "most",
      ArgumentError);
  CHECK_THROWS_WITH_AS(
      Replicas({{0, 1}, {2}}),
      "replicas: group 1 has 1 rank, but the first has 2; all groups must have the same size",
      ArgumentError);
  CHECK_THROWS_AS(Replicas({{0, -1}}), ArgumentError);
  CHECK_THROWS_AS(Replicas(std::vector<std::vector<int>>{}), ArgumentError);
  CHECK_THROWS_AS(Replicas(std::vector<std::vector<int>>(2)), ArgumentError);
  CHECK_THROWS_AS(Replicas(0, 4), ArgumentError);
  CHECK_THROWS_AS(Replicas(1 << 20, 1 << 20), ArgumentError);
}

TEST_CASE("nearest replica: that of the rank, then those of its node by round robin, then all") {
  // Two nodes of four ranks; replicas on {0,1}, {2,3}, {4,5}, {6,7}.
  const detail::NearestReplica nearest(Replicas(4, 2), {0, 0, 0, 0, 1, 1, 1, 1, 2, 2});
  CHECK(nearest.replica_for(3, 3, 1) == 1);  // own replica
  CHECK(nearest.replica_for(0, 0, 1) == 0);  // replicas 0 and 1 are on its node
  CHECK(nearest.replica_for(1, 1, 0) == 1);
  CHECK(nearest.replica_for(6, 6, 1) == 2);  // replicas 2 and 3 are on its node
  CHECK(nearest.replica_for(7, 7, 0) == 3);
  CHECK(nearest.replica_for(8, 8, 0) == 0);  // no replica is near
  CHECK(nearest.replica_for(9, 9, 0) == 1);
  CHECK(detail::NearestReplica(Replicas(4, 2)).replica_for(9, 7, 0) == 3);
  CHECK(detail::NearestReplica(Replicas()).replica_for(9, 7, 0) == 0);
}

TEST_CASE("placement: a layout or a block map, in one copy or several") {
  const Layout layout({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}});
  const Placement once(layout), twice(layout, Replicas(2, 6));
  CHECK(once.shape() == Shape{9, 9});
  CHECK(once.required_size() == 6);
  CHECK(twice.required_size() == 12);
  CHECK(twice.to_string() == "9x9 in 2x2 blocks on a 2x3 grid (row order, source 0,0), 2 replicas");
  CHECK(twice.layout() != nullptr);
  CHECK(twice.block_map() == nullptr);
  CHECK_FALSE(once == twice);
  CHECK(Placement(BlockMap({0, 2}, {0, 2}, {3})).required_size() == 4);
  CHECK_THROWS_WITH_AS(
      Placement(layout, Replicas(2, 5)),
      "placement: one replica is distributed over ranks up to 5, but a group of the replicas "
      "has 5 ranks",
      ArgumentError);
}

TEST_CASE(
    "placement: a single replica on the ranks of its layout is described by the layout alone") {
  const Layout layout({.shape = {6, 4}, .block = {2, 2}, .grid = {2, 1}});
  REQUIRE(Placement(layout).plain_layout() != nullptr);
  CHECK(*Placement(layout).plain_layout() == layout);
  CHECK(Placement(layout, Replicas(1, 3)).plain_layout() != nullptr);
  CHECK(Placement(layout, Replicas(2, 2)).plain_layout() == nullptr);
  CHECK(Placement(layout, Replicas({{1, 0}})).plain_layout() == nullptr);
  CHECK(Placement(BlockMap::from_layout(layout)).plain_layout() == nullptr);
}
