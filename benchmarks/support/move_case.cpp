// SPDX-License-Identifier: BSD-3-Clause
#include "support/move_case.hpp"

#include <algorithm>

#include <ashlar/base/concat.hpp>
#include <ashlar/layout/descriptor.hpp>

namespace ashlar::bench {
namespace {

/// Layout of an n x n matrix in square blocks.
Layout blocks(Index n, Index block, GridShape grid) {
  return Layout({.shape = {n, n}, .block = {block, block}, .grid = grid});
}

/// Extent of a slab of n elements on `ranks` ranks.
Index slab(Index n, int ranks) { return std::max<Index>(1, (n + ranks - 1) / ranks); }

GridShape balanced(int ranks) {
  const std::vector<int> dims = dims_create(ranks, {0, 0});
  return {dims[0], dims[1]};
}

/// Column, row and most square grid of all ranks.
std::vector<GridShape> grids(int ranks) {
  std::vector<GridShape> all{{ranks, 1}};
  for (GridShape grid : {GridShape{1, ranks}, balanced(ranks)})
    if (std::find(all.begin(), all.end(), grid) == all.end()) all.push_back(grid);
  return all;
}

}  // namespace

std::vector<MoveCase> move_cases(int ranks, Index n) {
  const GridShape grid = balanced(ranks);
  std::vector<MoveCase> cases;
  for (GridShape g : grids(ranks))
    cases.push_back({.name = concat("blocks-", g.rows, "x", g.cols),
                     .source = blocks(n, 32, g),
                     .target = blocks(n, 128, g)});
  cases.push_back(
      {.name = "rows-to-2d",
       .source =
           Layout({.shape = {n, n}, .block = {slab(n, ranks), slab(n, 1)}, .grid = {ranks, 1}}),
       .target = blocks(n, 64, grid)});
  if (ranks >= 4)
    cases.push_back(
        {.name = "2x2-to-1x4", .source = blocks(n, 64, {2, 2}), .target = blocks(n, 64, {1, 4})});
  cases.push_back(
      {.name = "cyclic-to-64", .source = blocks(n, 1, grid), .target = blocks(n, 64, grid)});
  cases.push_back(
      {.name = "identical", .source = blocks(n, 64, grid), .target = blocks(n, 64, grid)});
  cases.push_back({.name = "upper-same",
                   .source = blocks(n, 64, grid),
                   .target = blocks(n, 64, grid),
                   .uplo = Uplo::Upper});
  cases.push_back({.name = "upper-blocks",
                   .source = blocks(n, 32, grid),
                   .target = blocks(n, 128, grid),
                   .uplo = Uplo::Upper});
  return cases;
}

std::vector<MoveCase> transpose_cases(int ranks, Index n) {
  const GridShape grid = balanced(ranks);
  const Layout slabs({.shape = {n, n}, .block = {slab(n, 1), slab(n, ranks)}, .grid = {1, ranks}});
  return {
      {.name = "transpose-same",
       .source = blocks(n, 64, grid),
       .target = blocks(n, 64, grid),
       .op = Op::Trans},
      {.name = "transpose-blocks",
       .source = blocks(n, 32, grid),
       .target = blocks(n, 128, grid),
       .op = Op::Trans},
      {.name = "transpose-cyclic",
       .source = blocks(n, 1, grid),
       .target = blocks(n, 1, grid),
       .op = Op::Trans},
      {.name = "transpose-slabs",
       .source = slabs,
       .target = slabs,
       .op = Op::Trans,
       .is_slabs = true},
  };
}

}  // namespace ashlar::bench
