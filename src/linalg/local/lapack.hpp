// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tile.hpp"

// LAPACK on tiles. Functions return INFO >= 0.

namespace ashlar::local {

/// P A = L U in place (?getrf). `pivots`: one per column, 1-based rows of the tile.
template <class T>
int getrf(Tile<T> a, int* pivots);

/// Exchanges row i with row pivots[i] - 1 for i = 0 … count - 1 in turn (?laswp).
template <class T>
void swap_rows(Tile<T> a, const int* pivots, Index count);

/// A = L L^H in A's lower triangle (?potrf).
template <class T>
int potrf_lower(Tile<T> a);

}  // namespace ashlar::local
