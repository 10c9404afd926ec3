// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "product.hpp"

namespace ashlar::node {

/// Does the same as multiply for a small C and a long k: each of `parts` ranks multiplies a part of
/// k into a separate C, and the results are added in rank order. Factors with equal distributions
/// of k on one-dimensional grids are read in place.
/// @collective over the communicator of C
template <Scalar T>
std::string multiply_split(const Product<T>& product, int parts);

}  // namespace ashlar::node
