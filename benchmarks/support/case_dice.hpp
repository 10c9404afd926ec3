// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>

#include "support/move_case.hpp"

namespace ashlar::bench {

/// Random move and element type.
struct RandomCase {
  MoveCase what;
  std::string type;  ///< double or complex
};

/// Draws moves between two layouts that no benchmark names; equal on all ranks with one seed.
///
/// One in 4 of complex<double>, else of double; aspect ratio 2^k, k = -4 … 4, with equal
/// probability; 2 of 5 plain, 1 of 5 a triangle (half lower, half upper), 2 of 5 transposed
/// (conjugated if complex), half of these onto the same grid with transposed blocks. One in 3, but
/// no triangle, moves sections with offsets 0 … 99 on both sides, in parents up to 49 larger. Grids
/// have equal probability and are the same on both sides in half the cases; block extents have
/// equal probability in a list from 1 to 256 and the slab, square in half the cases; sources other
/// than 0 are possible in one of 3.
class CaseDice {
 public:
  /// @param bytes  of the moved section, or of the matrix of a moved triangle
  CaseDice(std::uint64_t seed, int ranks, Index bytes)
      : seed_(seed), engine_(seed), ranks_(ranks), bytes_(bytes) {}

  RandomCase roll();

 private:
  /// Block with two such extents; 0 stands for the slab.
  struct BlockChoice {
    Index rows, cols;
  };

  Index number(Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(engine_);
  }
  bool one_in(Index count) { return number(1, count) == 1; }
  Shape shape(Index elements);
  GridShape grid();
  Index extent();
  BlockChoice block();
  Section section(Shape moved, Shape& parent);
  Layout layout(Shape shape, GridShape grid, BlockChoice block, bool any_source);

  std::uint64_t seed_;
  std::mt19937_64 engine_;
  int ranks_;
  Index bytes_, rolled_ = 0;
};

}  // namespace ashlar::bench
