// SPDX-License-Identifier: BSD-3-Clause
#include "support/case_dice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <ashlar/base/concat.hpp>

namespace ashlar::bench {
namespace {

constexpr Index slab = 0;
constexpr std::array<Index, 19> extents{1,  2,  3,  4,  7,   8,   13,  16,  24,  32,
                                        33, 48, 64, 64, 100, 128, 200, 256, slab};

Index extent_of(Index choice, Index extent, int nprocs) {
  return choice != slab ? choice : std::max<Index>(1, (extent + nprocs - 1) / nprocs);
}

}  // namespace

Shape CaseDice::shape(Index elements) {
  const double ratio = std::exp2(static_cast<double>(number(-4, 4)));
  const auto rows = static_cast<Index>(std::sqrt(static_cast<double>(elements) * ratio));
  return {std::max<Index>(1, rows), std::max<Index>(1, elements / std::max<Index>(1, rows))};
}

GridShape CaseDice::grid() {
  std::vector<GridShape> grids;
  for (int rows = 1; rows <= ranks_; ++rows)
    if (ranks_ % rows == 0) grids.push_back({rows, ranks_ / rows});
  return grids[static_cast<std::size_t>(number(0, std::ssize(grids) - 1))];
}

Index CaseDice::extent() {
  return extents[static_cast<std::size_t>(number(0, std::ssize(extents) - 1))];
}

CaseDice::BlockChoice CaseDice::block() {
  const Index rows = extent();
  return {rows, one_in(2) ? rows : extent()};
}

/// Random section of a larger matrix, whose shape is stored in `parent`.
Section CaseDice::section(Shape moved, Shape& parent) {
  const Index top = number(0, 99), left = number(0, 99);
  parent = {top + moved.rows + number(0, 49), left + moved.cols + number(0, 49)};
  return {{top, top + moved.rows}, {left, left + moved.cols}};
}

Layout CaseDice::layout(Shape shape, GridShape grid, BlockChoice block, bool any_source) {
  LayoutSpec spec{.shape = shape,
                  .block = {extent_of(block.rows, shape.rows, grid.rows),
                            extent_of(block.cols, shape.cols, grid.cols)},
                  .grid = grid};
  if (any_source)
    spec.source = {static_cast<int>(number(0, grid.rows - 1)),
                   static_cast<int>(number(0, grid.cols - 1))};
  return Layout(spec);
}

RandomCase CaseDice::roll() {
  RandomCase result;
  MoveCase& what = result.what;
  what.name = concat(seed_, "/", rolled_++);
  const bool is_complex = one_in(4);
  result.type = is_complex ? "complex" : "double";
  const Shape moved = shape(bytes_ / (is_complex ? 16 : 8));  // of the target
  const Index kind = number(1, 5);
  if (kind == 3) what.uplo = one_in(2) ? Uplo::Lower : Uplo::Upper;
  if (kind > 3) what.op = is_complex ? Op::ConjTrans : Op::Trans;
  const Shape taken = is_transposing(what.op) ? moved.transposed() : moved;
  Shape source = taken, target = moved;
  if (what.uplo == Uplo::General && one_in(3)) {
    what.source_section = section(taken, source);
    what.target_section = section(moved, target);
  }
  const GridShape source_grid = grid();
  GridShape target_grid = one_in(2) ? source_grid : grid();
  const BlockChoice source_block = block();
  BlockChoice target_block = block();
  if (is_transposing(what.op) && one_in(2)) {
    target_grid = source_grid;
    target_block = {source_block.cols, source_block.rows};
  }
  const bool any_source = one_in(3);
  what.source = layout(source, source_grid, source_block, any_source);
  what.target = layout(target, target_grid, target_block, any_source);
  return result;
}

}  // namespace ashlar::bench
