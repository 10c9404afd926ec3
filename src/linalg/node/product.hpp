// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "product_grid.hpp"
#include "slab_source.hpp"

namespace ashlar::node {

/// C := alpha A B + beta C
template <Scalar T>
struct Product {
  T alpha;
  SlabSource<T> a;
  SlabSource<T> b;
  T beta;
  MatrixView<T> c;
};

/// Computes a product by `share`. On a 1x1 grid rank 0 computes alone, without shared memory.
///
/// Slabs of some hundred columns of A and rows of B are moved to shared memory and multiplied by
/// all ranks; a factor with a suitable layout is read in place. C is computed in place if its
/// layout is balanced, else in equal blocks that are moved to it.
/// @return sentences about the moves, for the user's note
/// @pre  C is not empty, shares no memory with A and B, and k > 0
/// @collective over product.c.comm()
template <Scalar T>
std::string multiply(const Product<T>& product, const ProductShare& share);

}  // namespace ashlar::node
