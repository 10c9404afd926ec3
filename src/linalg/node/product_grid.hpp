// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/layout.hpp>

#include "base/tuning.hpp"

namespace ashlar::node {

/// Division among the ranks of a node of the product of an m x k and a k x n matrix.
struct ProductShare {
  /// C is dealt to this grid in one block a rank; its ranks are the first of the node.
  GridShape grid;
  /// Instead, each of so many ranks multiplies a part of k, and the results are summed; 0: no.
  int k_parts = 0;

  friend bool operator==(const ProductShare&, const ProductShare&) = default;
};

/// The fastest share for a C of shape `c` on at most `ranks` ranks, by counted work: multiply-adds
/// of the busiest rank, elements that it reads, and meetings. Pure arithmetic.
/// @example {4000, 4000}, k 4000 on 2 ranks -> columns in two strips
ProductShare product_share(Shape c, Index k, int ranks);

/// C in one block a rank.
Layout block_layout(Shape shape, GridShape grid);

/// Cost of moving C to even blocks and home, in multiply-adds of the local kernel.
struct MoveCost {
  double element = tuning::node_move_cost;  ///< an element of a rank
  double latency = tuning::node_move_latency;
};

/// True if the busiest rank of `layout` has so little more than the others that moving C to even
/// blocks on `ranks` ranks, and back, would take longer than waiting for it.
bool is_even_enough(const Layout& layout, Index k, int ranks, const MoveCost& cost = {});

/// True if a section is dealt as a matrix of its own would be.
bool starts_blocks(const Layout& layout, const Section& section);

}  // namespace ashlar::node
