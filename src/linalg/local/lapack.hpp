// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tile.hpp"

// LAPACK on tiles, and a faster QR of panels. Functions of LAPACK return INFO >= 0.

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

/// A = Q R in place and the triangle T of Q = I - V T V^H, for at least as many rows as columns,
/// recursively as ?geqrt3. Products without packing take two thirds of its time. Only T's upper
/// triangle is written.
template <class T>
void geqrt(Tile<T> a, Tile<T> t);

}  // namespace ashlar::local
