// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "product.hpp"

namespace ashlar::node {

/// The same as multiply for a small C and a long k: each of `parts` ranks multiplies a part of k
/// into a C of its own, and the sums are taken in the order of the ranks. Factors that deal k alike
/// to rows of one grid, and nothing else, are read where they lie.
/// @collective over the communicator of C
template <Scalar T>
std::string multiply_split(const Product<T>& product, int parts);

}  // namespace ashlar::node
