// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "linalg/node/product.hpp"

namespace ashlar::nodes {

/// Computes a product on any number of nodes, with or without shared memory.
///
/// Each rank owns a part of C. Slabs of A and B come one by one, once to every node, whose ranks
/// read them in each other's memory; while a slab is multiplied the next one is under way. C is
/// computed in its own memory where its layout deals it evenly, else in even blocks from which it
/// is moved home. The slabs are moved always, so memory of the callers is only read by its own rank
/// or by a move.
/// @return what was done, for the user's note: a sentence
/// @pre  C is not empty, shares no memory with A and B, and k > 0
/// @collective over the communicator of C
/// @cost  for each rank of a g x h grid of P: m k / P + k n / P elements of A and B sent and, of
/// slabs of at most 512, two of (m / g + n / h) x 512 elements for each node
template <Scalar T>
std::string multiply(const node::Product<T>& product);

}  // namespace ashlar::nodes
