// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <ashlar/layout/placement.hpp>

namespace ashlar::test {

/// Draws placements of every kind for a communicator of `ranks` ranks; equal for equal seeds.
class PlacementDice {
 public:
  PlacementDice(std::uint64_t seed, int ranks) : engine_(seed), ranks_(ranks) {}

  Index number(Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(engine_);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }

  /// A layout or a block map, in a third of the cases in several replicas.
  Placement placement(Shape shape) {
    const bool replicated = ranks_ > 1 && chance(35);
    const int group = static_cast<int>(number(1, replicated ? ranks_ / 2 : ranks_));
    const Replicas replicas = replicated ? groups(group) : Replicas();
    return chance(40) ? Placement(layout(shape, group), replicas)
                      : Placement(block_map(shape, group), replicas);
  }

  Layout layout(Shape shape, int ranks) {
    const int rows = static_cast<int>(number(1, ranks));
    const GridShape grid{rows, static_cast<int>(number(1, ranks / rows))};
    return Layout({.shape = shape,
                   .block = {number(1, 9), number(1, 9)},
                   .grid = grid,
                   .source = {static_cast<int>(number(0, grid.rows - 1)),
                              static_cast<int>(number(0, grid.cols - 1))},
                   .grid_order = chance(50) ? GridOrder::Row : GridOrder::Column,
                   .ranks = chance(40) ? some_ranks(ranks, static_cast<int>(grid.size()))
                                       : std::vector<int>()});
  }

  BlockMap block_map(Shape shape, int ranks) {
    return BlockMap(cuts(shape.rows), cuts(shape.cols),
                    [&](Index, Index) { return static_cast<int>(number(0, ranks - 1)); });
  }

  /// A part of `extent` indices in a dimension of up to `extent` + 10 of them.
  Range part(Index extent, Index whole) {
    const Index first = number(0, whole - extent);
    return {first, first + extent};
  }

 private:
  std::vector<Index> cuts(Index extent) {
    std::vector<Index> result = {0};
    const Index longest = std::max<Index>(1, number(1, 4) * extent / 4);
    while (result.back() < extent)
      result.push_back(std::min(extent, result.back() + number(1, longest)));
    return result;
  }

  Replicas groups(int size) {
    const int count = static_cast<int>(number(1, ranks_ / size));
    if (chance(50)) return {count, size};
    const std::vector<int> ranks = some_ranks(ranks_, count * size);
    std::vector<std::vector<int>> result;
    for (int k = 0; k < count; ++k)
      result.emplace_back(ranks.begin() + k * size, ranks.begin() + (k + 1) * size);
    return Replicas(result);
  }

  std::vector<int> some_ranks(int of, int count) {
    std::vector<int> all(static_cast<std::size_t>(of));
    std::iota(all.begin(), all.end(), 0);
    std::shuffle(all.begin(), all.end(), engine_);
    all.resize(static_cast<std::size_t>(count));
    return all;
  }

  std::mt19937_64 engine_;
  int ranks_;
};

}  // namespace ashlar::test
