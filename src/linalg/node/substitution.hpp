// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "board.hpp"

namespace ashlar::node {

/// Who works on one block of right-hand sides: this rank alone, or the whole crew, each with some
/// of its rows.
enum class Share { Alone, Together };

/// op(A) X = B in B's place for a triangular A, whose panels every rank reads where they lie.
/// @param x  B, of A's order: with Share::Together the same memory on all ranks of the crew, else
/// each rank's own
/// Together, all of the crew must call it, and see the result when they have met.
template <class T>
void substitute(Room& room, const Board<T>& a, local::Triangle triangle, Tile<T> x, Share share);

/// The layout in which right-hand sides of a factor by `crew` ranks are solved for.
Layout right_hand_sides(Shape shape, int crew);

}  // namespace ashlar::node
