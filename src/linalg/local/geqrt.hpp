// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tile.hpp"

namespace ashlar::local {

/// A = Q R in A's place and the triangle T of Q = I - V T V^H, for at least as many rows as
/// columns, as ?geqrt3 does it: by halves, but with products that read the panel where it lies, in
/// some two thirds of its time. Only T's upper triangle is written.
template <class T>
void geqrt(Tile<T> a, Tile<T> t);

}  // namespace ashlar::local
