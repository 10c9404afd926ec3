// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "product_grid.hpp"
#include "slab_source.hpp"

namespace ashlar::node {

/// C := alpha A B + beta C, with factors as the sources say.
template <Scalar T>
struct Product {
  T alpha;
  SlabSource<T> a;
  SlabSource<T> b;
  T beta;
  MatrixView<T> c;
};

/// Computes a product as `share` says. The ranks of the node read each other's memory; with a grid
/// of 1x1 rank 0 computes alone, and memory need not be shared.
///
/// Slabs of some hundred columns of A and rows of B are moved to where all can read them, and each
/// rank multiplies them into its own part of C. A factor that lies as the slabs would is read where
/// it lies. C is computed in its own memory where its layout deals it evenly, else in even blocks
/// from which it is moved home.
/// @return what moved, for the user's note: sentences
/// @pre  C is not empty, shares no memory with A and B, and k > 0
/// @collective over the communicator of C
template <Scalar T>
std::string multiply(const Product<T>& product, const ProductShare& share);

}  // namespace ashlar::node
