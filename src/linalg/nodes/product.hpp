// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "linalg/node/product.hpp"

namespace ashlar::nodes {

/// Computes a product on any number of nodes, with or without shared memory.
///
/// Each rank owns a part of C. Slabs of A and B are moved once to every node, whose ranks share
/// them; the next slab is moved during a multiplication. C is computed in place if its layout is
/// balanced, else in equal blocks that are moved to it. Memory of a caller is read only by its rank
/// or by a move.
/// @return a sentence about the moves, for the user's note
/// @pre  C is not empty, shares no memory with A and B, and k > 0
/// @collective over product.c.comm()
/// @cost  for each rank of a g x h grid of P: m k / P + k n / P elements of A and B sent and, of
/// slabs of at most 512, two of (m / g + n / h) x 512 elements per node
template <Scalar T>
std::string multiply(const node::Product<T>& product);

}  // namespace ashlar::nodes
