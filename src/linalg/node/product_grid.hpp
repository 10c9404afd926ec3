// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/layout.hpp>

#include "base/tuning.hpp"

namespace ashlar::node {

/// Division of an m x k by k x n product among a node's ranks.
struct ProductShare {
  /// Grid of C, one block per rank, on the first ranks of the node.
  GridShape grid;
  /// If positive, number of ranks that multiply parts of k; their products are summed.
  int k_parts = 0;

  friend bool operator==(const ProductShare&, const ProductShare&) = default;
};

/// The fastest share for a C of shape `c` on at most `ranks` ranks, by an estimate of the busiest
/// rank's multiply-adds and reads, and of barriers.
/// @example {4000, 4000}, k 4000 on 2 ranks -> columns in two strips
ProductShare product_share(Shape c, Index k, int ranks);

/// One block per rank.
Layout block_layout(Shape shape, GridShape grid);

/// Cost of moving C to equal blocks and back, in local multiply-adds.
struct MoveCost {
  double element = ashlar::detail::tuning().node_move_cost;  ///< per element of a rank
  double latency = ashlar::detail::tuning().node_move_latency;
};

/// True if moving C to equal blocks on `ranks` ranks and back takes longer than the load imbalance
/// of `layout`.
bool is_even_enough(const Layout& layout, Index k, int ranks, const MoveCost& cost = {});

/// True if a section has the distribution of a separate matrix.
bool starts_blocks(const Layout& layout, const Section& section);

}  // namespace ashlar::node
