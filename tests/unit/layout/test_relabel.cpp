// SPDX-License-Identifier: BSD-3-Clause
// Relabelled targets against all permutations of their ranks.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <ashlar/layout/transfers.hpp>

#include "dice.hpp"
#include "layout/assignment.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

class LayoutDice : public Dice {
 public:
  using Dice::Dice;

  Layout layout(Shape shape, GridShape grid, int ranks) {
    LayoutSpec spec{.shape = shape, .block = {roll(1, 9), roll(1, 9)}, .grid = grid};
    spec.source = {static_cast<int>(roll(0, grid.rows - 1)),
                   static_cast<int>(roll(0, grid.cols - 1))};
    spec.ranks = shuffled(ranks);
    spec.ranks.resize(static_cast<std::size_t>(grid.size()));
    return Layout(spec);
  }
  GridShape grid(int most) {
    const int rows = static_cast<int>(roll(1, most));
    return {rows, static_cast<int>(roll(1, most / rows))};
  }
  TransferOptions options(Index most) {
    TransferOptions chosen;
    chosen.op = roll(0, 1) == 0 ? Op::None : Op::Trans;
    if (roll(0, 2) == 0) {
      chosen.uplo = roll(0, 1) == 0 ? Uplo::Lower : Uplo::Upper;
      chosen.diagonal = roll(-most, most);
    }
    return chosen;
  }
};

Layout with_ranks(const Layout& layout, const std::vector<int>& ranks) {
  return {layout.rows(), layout.cols(), RankMap(layout.grid(), GridOrder::Row, ranks)};
}

std::vector<int> ranks_of(const Layout& layout) {
  std::vector<int> ranks;
  for (int p = 0; p < layout.grid().rows; ++p)
    for (int q = 0; q < layout.grid().cols; ++q) ranks.push_back(layout.ranks().rank_of({p, q}));
  return ranks;
}

struct Kept {
  const Layout& source;
  TransferOptions options;

  Index operator()(const Layout& target) const {
    Index kept = 0;
    for (int rank : ranks_of(target))
      kept += Transfers(source, target, options).traffic_of(rank).kept;
    return kept;
  }
};

/// The most elements that any choice of the target's ranks keeps, from a table of the elements kept
/// by each position on each rank.
Index best_of_all(const Kept& kept, const Layout& target, std::vector<int> candidates) {
  std::sort(candidates.begin(), candidates.end());
  const Transfers moves(kept.source, target, kept.options);
  std::vector<std::vector<Index>> table;
  for (int rank : ranks_of(target)) {
    auto& row = table.emplace_back(candidates.size(), 0);
    const detail::Share share = moves.received_by(rank);
    for (const detail::Box& from : share.boxes()) {
      const auto place = std::find(candidates.begin(), candidates.end(), from.rank);
      if (place != candidates.end())
        row[static_cast<std::size_t>(place - candidates.begin())] += from.elements;
    }
  }
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Index best = 0;
  do {
    Index sum = 0;
    for (std::size_t p = 0; p < table.size(); ++p) sum += table[p][order[p]];
    best = std::max(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

}  // namespace

TEST_CASE("relabelled: as good as the best of all permutations, on up to 7 ranks") {
  LayoutDice dice(17);
  for (int k = 0; k < 400; ++k) {
    CAPTURE(k);
    const int ranks = static_cast<int>(dice.roll(1, k % 20 == 0 ? 7 : 5));
    const Shape shape{dice.roll(0, 40), dice.roll(0, 40)};
    const TransferOptions options = dice.options(40);
    const Layout source = dice.layout(is_transposing(options.op) ? shape.transposed() : shape,
                                      dice.grid(ranks), ranks),
                 target = dice.layout(shape, dice.grid(ranks), ranks);
    const Kept kept{source, options};
    const Transfers moves(source, target, options);
    const Layout better = relabelled(moves);
    CHECK(with_ranks(better, ranks_of(target)) == target);
    CHECK(kept(better) == best_of_all(kept, target, ranks_of(target)));
    auto before = ranks_of(target), after = ranks_of(better);
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    CHECK(before == after);

    // All ranks are candidates.
    std::vector<int> all(static_cast<std::size_t>(ranks));
    std::iota(all.begin(), all.end(), 0);
    const Layout anywhere = relabelled(moves, ranks);
    CHECK(kept(anywhere) == best_of_all(kept, target, all));
    CHECK(anywhere.ranks().required_size() <= ranks);

    // The choice for large grids keeps at least half as much.
    const Layout quick = ashlar::detail::with_chosen_ranks(moves, 0, 0);
    CHECK(2 * kept(quick) >= kept(better));
    CHECK(kept(quick) >= kept(target));
  }
}

TEST_CASE("relabelled: a layout whose processes changed their names moves nothing") {
  LayoutDice dice(23);
  for (const GridShape grid : {GridShape{1, 1}, {2, 3}, {7, 1}, {5, 7}, {16, 8}, {32, 32}}) {
    const int ranks = static_cast<int>(grid.size());
    const Layout source = dice.layout({grid.rows * 20, grid.cols * 20}, grid, ranks);
    const Layout target = with_ranks(source, dice.shuffled(ranks));
    for (const Index most_exact : {1024, 0}) {
      const Layout same =
          ashlar::detail::with_chosen_ranks(Transfers(source, target), 0, most_exact);
      CHECK(same == source);
      CHECK(Transfers(source, same).summary(8).messages == 0);
    }
    // A different source process also renames each process.
    const Coord shifted{(source.source().row + 1) % grid.rows,
                        (source.source().col + 1) % grid.cols};
    const Layout moved(
        {.shape = source.shape(), .block = source.block(), .grid = grid, .source = shifted});
    CHECK(Transfers(source, relabelled(Transfers(source, moved))).summary(8).messages == 0);
  }
}

TEST_CASE("relabelled: without a gain the target is unchanged") {
  const Layout rows({.shape = {600, 600}, .block = {100, 600}, .grid = {6, 1}});
  const Layout cols({.shape = {600, 600}, .block = {600, 100}, .grid = {1, 6}});
  CHECK(relabelled(Transfers(rows, cols)) == cols);
  CHECK(relabelled(Transfers(rows, rows)) == rows);
  const Layout empty({.shape = {0, 600}, .grid = {2, 3}});
  CHECK(relabelled(Transfers(empty, empty)) == empty);
  CHECK_THROWS_AS(relabelled(Transfers(rows, cols), 5), ArgumentError);
  CHECK_THROWS_AS(relabelled(Transfers(rows, cols), -1), ArgumentError);
}

TEST_CASE("relabelled: with more partners than are looked at, never worse than the target") {
  // Every position of the target receives from 23 ranks: the few elements that it keeps on its
  // present rank are not among the 16 largest counts.
  const Layout source({.shape = {1, 840},
                       .block = {5, 1},
                       .grid = {1, 23},
                       .ranks = {12, 19, 16, 22, 21, 18, 11, 17, 10, 2, 13, 20,
                                 8,  9,  0,  6,  4,  15, 3,  7,  5,  1, 14}});
  const Layout target({.shape = {1, 840}, .block = {1, 23}, .grid = {1, 23}});
  const Kept kept{source, {}};
  CHECK(kept(target) == 37);
  CHECK(kept(ashlar::detail::with_chosen_ranks(Transfers(source, target), 0, 0)) >= 37);
}

TEST_CASE("relabelled: a million ranks take their best partners") {
  const Index n = 1'000'000;
  const Layout source({.shape = {n, n}, .block = {64, 64}, .grid = {1024, 1024}});
  const Layout turned({.shape = {n, n},
                       .block = {64, 64},
                       .grid = {1024, 1024},
                       .source = {5, 7},
                       .grid_order = GridOrder::Column});
  const Layout same = relabelled(Transfers(source, turned));
  for (const Coord c : {Coord{0, 0}, Coord{17, 1000}, Coord{1023, 1023}})
    CHECK(same.ranks().rank_of({(c.row + 5) % 1024, (c.col + 7) % 1024}) ==
          source.ranks().rank_of(c));
}
