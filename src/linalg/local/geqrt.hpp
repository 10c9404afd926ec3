// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tile.hpp"

namespace ashlar::local {

/// A = Q R in place and the triangle T of Q = I - V T V^H, for at least as many rows as columns,
/// recursively as ?geqrt3. Products without packing take two thirds of its time. Only T's upper
/// triangle is written.
template <class T>
void geqrt(Tile<T> a, Tile<T> t);

}  // namespace ashlar::local
