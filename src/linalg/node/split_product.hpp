// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "product.hpp"

namespace ashlar::node {

/// As multiply, for a small C and a long k: each of `parts` ranks multiplies a part of k; the
/// results are added in rank order. Factors with equal one-dimensional distributions of k are read
/// in place.
/// @collective over product.c.comm()
template <Scalar T>
std::string multiply_split(const Product<T>& product, int parts);

}  // namespace ashlar::node
