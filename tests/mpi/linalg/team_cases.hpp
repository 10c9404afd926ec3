// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <linalg/node/schedule.hpp>

#include "oracle.hpp"

// Distributions of ranks and columns in the tests of teams.

namespace ashlar::test {

/// Block columns of a matrix, distributed over the first ranks.
inline Layout block_columns(Shape shape, Index block, int ranks) {
  return Layout({.shape = shape, .block = {block, block}, .grid = {1, ranks}});
}

struct TeamCase {
  Shape shape;
  Index block;
  int crew;
  node::Schedule schedule;

  Layout layout() const { return block_columns(shape, block, crew); }
  std::string to_string() const {
    return concat(shape.rows, "x", shape.cols, ", block ", block, ", teams of ", schedule.team,
                  " among ", crew, ", ", schedule.depth, " ahead");
  }
};

/// Crews of all ranks, or of as many as there are block columns; teams of each size in them, with
/// look-ahead of 1, 2 and 3 by round robin.
inline std::vector<TeamCase> team_cases(const std::vector<std::pair<Shape, Index>>& matrices) {
  std::vector<TeamCase> found;
  int depth = 0;
  for (const auto& [shape, block] : matrices) {
    const Index blocks = (shape.cols + block - 1) / block;
    const int crew = static_cast<int>(std::min<Index>(world().size(), blocks));
    for (int team = 1; team <= crew; ++team)
      found.push_back({shape, block, crew, {.team = team, .depth = 1 + depth++ % 3}});
  }
  return found;
}

/// True on the only rank that computes the oracles, which are expensive.
inline bool is_judge() { return world().rank() == 0; }

inline bool shares_memory() { return machine_of(world()).shares_memory; }

}  // namespace ashlar::test
