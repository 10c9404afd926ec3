// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "board.hpp"

namespace ashlar::node {

/// Division of a block of right-hand sides: this rank alone, or rows for each rank of the crew.
enum class Share { Alone, Together };

/// Solves op(A) X = B in place for a triangular A, read without a copy.
/// @param x  B, of A's order: with Share::Together the same memory on all ranks of the crew, else
/// separate
/// With Share::Together the whole crew must call; the result is visible after a barrier.
template <class T>
void substitute(Room& room, const Board<T>& a, local::Triangle triangle, Tile<T> x, Share share);

/// Layout of right-hand sides for a factor on `crew` ranks.
Layout right_hand_sides(Shape shape, int crew);

}  // namespace ashlar::node
