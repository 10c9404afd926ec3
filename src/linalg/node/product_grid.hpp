// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/layout.hpp>

#include "base/tuning.hpp"

namespace ashlar::node {

/// Division among the ranks of a node of the product of an m x k and a k x n matrix.
struct ProductShare {
  /// Grid of C, with one block per rank; its ranks are the first of the node.
  GridShape grid;
  /// If positive, each of `k_parts` ranks multiplies a part of k, and the partial products are
  /// summed.
  int k_parts = 0;

  friend bool operator==(const ProductShare&, const ProductShare&) = default;
};

/// The fastest share for a C of shape `c` on at most `ranks` ranks. The estimate counts
/// multiply-adds of the busiest rank, elements that it reads, and barriers.
/// @example {4000, 4000}, k 4000 on 2 ranks -> columns in two strips
ProductShare product_share(Shape c, Index k, int ranks);

/// A layout of C with one block per rank.
Layout block_layout(Shape shape, GridShape grid);

/// Cost of moving C to equal blocks and back, in multiply-adds of the local kernel.
struct MoveCost {
  double element = tuning::node_move_cost;  ///< per element of a rank
  double latency = tuning::node_move_latency;
};

/// True if moving C to equal blocks on `ranks` ranks and back takes longer than the load imbalance
/// of `layout`.
bool is_even_enough(const Layout& layout, Index k, int ranks, const MoveCost& cost = {});

/// True if a section has the distribution of a separate matrix.
bool starts_blocks(const Layout& layout, const Section& section);

}  // namespace ashlar::node
