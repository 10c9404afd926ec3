// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/rank_map.hpp>

using namespace ashlar;

namespace {

constexpr GridOrder orders[] = {GridOrder::Row, GridOrder::Column};

// Walks the grid in `order` and calls f(position, count).
template <class F>
void walk(GridShape grid, GridOrder order, F&& f) {
  int count = 0;
  if (order == GridOrder::Row) {
    for (int row = 0; row < grid.rows; ++row)
      for (int col = 0; col < grid.cols; ++col) f(Coord{row, col}, count++);
  } else {
    for (int col = 0; col < grid.cols; ++col)
      for (int row = 0; row < grid.rows; ++row) f(Coord{row, col}, count++);
  }
}

template <class F>
void for_each_small_grid(F&& f) {
  for (int rows = 1; rows <= 5; ++rows)
    for (int cols = 1; cols <= 5; ++cols)
      for (GridOrder order : orders) f(GridShape{rows, cols}, order);
}

std::vector<int> shuffled_ranks(GridShape grid, unsigned seed) {
  std::vector<int> ranks(static_cast<std::size_t>(grid.size()));
  for (std::size_t k = 0; k < ranks.size(); ++k) ranks[k] = 3 * static_cast<int>(k) + 1;
  std::shuffle(ranks.begin(), ranks.end(), std::mt19937(seed));
  return ranks;
}

}  // namespace

TEST_CASE("rank map: implicit ranks count up from the first in the grid's order") {
  for_each_small_grid([](GridShape grid, GridOrder order) {
    const RankMap map(grid, order, 7);
    walk(grid, order, [&](Coord c, int count) {
      CHECK(map.rank_of(c) == 7 + count);
      CHECK(map.coord_of(7 + count) == c);
    });
    CHECK(map.required_size() == 7 + grid.size());
    CHECK_FALSE(map.coord_of(6).has_value());
    CHECK_FALSE(map.coord_of(7 + static_cast<int>(grid.size())).has_value());
    CHECK_FALSE(map.coord_of(-1).has_value());
  });
}

TEST_CASE("rank map: a table puts its k-th rank at the k-th position") {
  for_each_small_grid([](GridShape grid, GridOrder order) {
    const std::vector<int> ranks = shuffled_ranks(grid, 5);
    const RankMap map(grid, order, ranks);
    walk(grid, order, [&](Coord c, int count) {
      CHECK(map.rank_of(c) == ranks[static_cast<std::size_t>(count)]);
      CHECK(map.coord_of(ranks[static_cast<std::size_t>(count)]) == c);
    });
    CHECK(map.required_size() == *std::max_element(ranks.begin(), ranks.end()) + 1);
    for (int idle : {-1, 0, 2, 3, 1000}) CHECK_FALSE(map.coord_of(idle).has_value());
  });
}

TEST_CASE("rank map: a table that counts up is kept without a table") {
  const RankMap map({2, 3}, GridOrder::Column, std::vector<int>{4, 5, 6, 7, 8, 9});
  CHECK(map.is_implicit());
  CHECK(map.first_rank() == 4);
  CHECK(map == RankMap({2, 3}, GridOrder::Column, 4));
  CHECK_FALSE(RankMap({2, 1}, GridOrder::Row, std::vector<int>{1, 0}).is_implicit());
}

TEST_CASE("rank map: the transpose brings the rank at (p, q) to (q, p)") {
  for_each_small_grid([](GridShape grid, GridOrder order) {
    for (const RankMap& map :
         {RankMap(grid, order, 2), RankMap(grid, order, shuffled_ranks(grid, 6))}) {
      const RankMap turned = map.transposed();
      CHECK(turned.grid() == grid.transposed());
      walk(grid, order,
           [&](Coord c, int) { CHECK(turned.rank_of(c.transposed()) == map.rank_of(c)); });
      CHECK(turned.transposed() == map);
    }
  });
}

TEST_CASE("rank map: equal means the same rank everywhere, however it was written") {
  for_each_small_grid([](GridShape grid, GridOrder order) {
    const std::vector<int> ranks = shuffled_ranks(grid, 8);
    const RankMap map(grid, order, ranks);
    const GridOrder other = order == GridOrder::Row ? GridOrder::Column : GridOrder::Row;
    std::vector<int> ranks_in_other;
    walk(grid, other, [&](Coord c, int) { ranks_in_other.push_back(map.rank_of(c)); });
    CHECK(map == RankMap(grid, other, ranks_in_other));

    const RankMap rows(grid, GridOrder::Row);
    const RankMap cols(grid, GridOrder::Column);
    CHECK((rows == cols) == (grid.rows == 1 || grid.cols == 1));
  });
  CHECK_FALSE(RankMap({2, 3}) == RankMap({3, 2}));
  CHECK_FALSE(RankMap({2, 3}) == RankMap({2, 3}, GridOrder::Row, 1));
  CHECK_FALSE(RankMap({2, 2}) == RankMap({2, 2}, GridOrder::Row, std::vector<int>{1, 0, 2, 3}));
  CHECK_FALSE(RankMap({2, 2}, GridOrder::Row, std::vector<int>{1, 0, 2, 3}) ==
              RankMap({2, 2}, GridOrder::Row, std::vector<int>{0, 2, 1, 3}));
}

TEST_CASE("rank map: a million ranks cost nothing until a table is given") {
  const RankMap map({1000, 1000}, GridOrder::Column);
  CHECK(map.rank_of({999, 999}) == 999'999);
  CHECK(map.coord_of(123'456) == Coord{456, 123});
}

TEST_CASE("rank map: invalid sets of ranks are refused") {
  CHECK_THROWS_AS(RankMap({0, 3}), ArgumentError);
  CHECK_THROWS_AS(RankMap({3, -1}), ArgumentError);
  CHECK_THROWS_AS(RankMap({65536, 65536}), ArgumentError);
  CHECK_THROWS_AS(RankMap({2, 2}, GridOrder::Row, -1), ArgumentError);
  CHECK_THROWS_AS(RankMap({2, 2}, GridOrder::Row, std::numeric_limits<int>::max() - 2),
                  ArgumentError);
  CHECK_THROWS_AS(RankMap({2, 2}, GridOrder::Row, std::vector<int>{0, 1, 2}), ArgumentError);
  CHECK_THROWS_AS(RankMap({2, 2}, GridOrder::Row, std::vector<int>{0, 1, 2, -3}), ArgumentError);
  CHECK_THROWS_WITH_AS(RankMap({2, 2}, GridOrder::Row, std::vector<int>{0, 1, 4, 1}),
                       "process grid: rank 1 stands at two positions", ArgumentError);
}
