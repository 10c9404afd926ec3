// SPDX-License-Identifier: BSD-3-Clause
// Tables of the volumes that ranks send to each other, compared with counting elements one by one.
#include <doctest/doctest.h>

#include <set>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/traffic_map.hpp>

#include "dice.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

Layout random_layout(Dice& dice, Shape shape, bool with_table) {
  const GridShape grid{static_cast<int>(dice.roll(1, 6)), static_cast<int>(dice.roll(1, 6))};
  const Axis rows{shape.rows, dice.roll(1, 9), grid.rows,
                  static_cast<int>(dice.roll(0, grid.rows - 1))};
  const Axis cols{shape.cols, dice.roll(1, 9), grid.cols,
                  static_cast<int>(dice.roll(0, grid.cols - 1))};
  const GridOrder order = dice.roll(0, 1) == 0 ? GridOrder::Row : GridOrder::Column;
  if (!with_table) return {rows, cols, RankMap(grid, order, static_cast<int>(dice.roll(0, 5)))};
  std::vector<int> ranks = dice.shuffled(static_cast<int>(grid.size()) + 3);
  ranks.resize(static_cast<std::size_t>(grid.size()));
  return {rows, cols, RankMap(grid, order, ranks)};
}

/// Finds the owners of every element.
void check_by_counting(const Transfers& moves, const TrafficMap& map) {
  const int cells = map.cells();
  const auto cell_of = [&](int rank) {
    int cell = 0;
    while (rank >= map.ranks_of(cell).last) ++cell;
    return cell;
  };
  std::vector<std::vector<Index>> elements(static_cast<std::size_t>(cells),
                                           std::vector<Index>(static_cast<std::size_t>(cells)));
  std::vector<Index> kept(static_cast<std::size_t>(cells));
  std::set<std::pair<int, int>> pairs;
  const bool swap = is_transposing(moves.op());
  for (Index i = 0; i < moves.shape().rows; ++i)
    for (Index j = 0; j < moves.shape().cols; ++j) {
      if (!moves.moved().contains(i, j)) continue;
      const int from = swap ? moves.source().owner_rank(j, i) : moves.source().owner_rank(i, j);
      const int to = moves.target().owner_rank(i, j);
      ++elements[static_cast<std::size_t>(cell_of(from))][static_cast<std::size_t>(cell_of(to))];
      if (from == to) ++kept[static_cast<std::size_t>(cell_of(from))];
      else pairs.emplace(from, to);
    }
  std::vector<std::vector<Index>> messages(static_cast<std::size_t>(cells),
                                           std::vector<Index>(static_cast<std::size_t>(cells)));
  for (const auto& [from, to] : pairs)
    ++messages[static_cast<std::size_t>(cell_of(from))][static_cast<std::size_t>(cell_of(to))];
  for (int from = 0; from < cells; ++from) {
    CHECK(map.kept(from) == kept[static_cast<std::size_t>(from)]);
    for (int to = 0; to < cells; ++to) {
      CAPTURE(from);
      CAPTURE(to);
      const auto f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
      CHECK(map.elements(from, to) == elements[f][t]);
      CHECK(map.messages(from, to) == messages[f][t]);
    }
  }
}

}  // namespace

TEST_CASE("traffic map: cells of any number of ranks have the counted elements") {
  Dice dice(17);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const Shape shape{dice.roll(0, 40), dice.roll(0, 40)};
    TransferOptions options;
    options.op = dice.roll(0, 1) == 0 ? Op::None : Op::Trans;
    if (dice.roll(0, 3) == 0) {
      options.uplo = Uplo::Lower;
      options.diagonal = dice.roll(-5, 5);
    }
    const Layout source = random_layout(dice, options.op == Op::None ? shape : shape.transposed(),
                                        dice.roll(0, 3) == 0);
    const Transfers moves(source, random_layout(dice, shape, dice.roll(0, 3) == 0), options);
    for (const int cells : {1, static_cast<int>(dice.roll(2, 7)), 256})
      check_by_counting(moves, TrafficMap(moves, cells));
  }
}

TEST_CASE(
    "traffic map: one rank is a cell where there are few, equal ranges where there are many") {
  const Layout few({.shape = {10, 10}, .block = {2, 2}, .grid = {2, 3}});
  const TrafficMap small(Transfers(few, few));
  CHECK(small.cells() == 6);
  CHECK(small.ranks_of(5) == Range{5, 6});
  const Layout many({.shape = {1000, 1000}, .block = {2, 2}, .grid = {20, 35}});
  const TrafficMap large(Transfers(many, few.with_shape({1000, 1000})));
  CHECK(large.ranks() == 700);
  CHECK(large.cells() == 234);
  CHECK(large.ranks_of(233) == Range{699, 700});
  CHECK_THROWS_AS(TrafficMap(Transfers(few, few), 0), ArgumentError);
  CHECK_THROWS_AS(TrafficMap(Transfers(few, few), 1025), ArgumentError);
}

TEST_CASE("traffic map: its text names the first rank of each range") {
  const Layout tall({.shape = {20, 4}, .block = {1, 4}, .grid = {20, 1}});
  CHECK(TrafficMap(Transfers(tall, tall), 2).to_string(8) ==
        "from rank (down) to rank (across):\n"
        "                 0          10\n"
        "   0         320 B           -\n"
        "  10             -       320 B\n");
}

TEST_CASE("traffic map: a million ranks add up to the summary") {
  const Shape shape{1'000'000, 1'000'000};
  const Transfers moves(
      Layout({.shape = shape, .block = {64, 64}, .grid = {1000, 1000}}),
      Layout({.shape = shape, .block = {96, 32}, .grid = {2048, 512}, .source = {5, 7}}));
  const TrafficMap map(moves);
  const TransferSummary sum = moves.summary(8);
  Index elements = 0, messages = 0, kept = 0;
  for (int from = 0; from < map.cells(); ++from) {
    kept += map.kept(from);
    for (int to = 0; to < map.cells(); ++to) {
      elements += map.elements(from, to);
      messages += map.messages(from, to);
    }
  }
  CHECK(map.cells() == 256);
  CHECK(elements == sum.elements);
  CHECK(messages == sum.messages);
  CHECK(kept == sum.elements_kept);
}
