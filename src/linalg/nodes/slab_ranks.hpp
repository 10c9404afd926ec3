// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/layout.hpp>

// Distribution of a product over several nodes, without MPI.

namespace ashlar::nodes {

/// C in one block per rank. Each node has a rectangle that needs few rows and columns of the
/// factors; nodes with different numbers of ranks have strips.
/// @param node_of  node number of each rank
/// @example {1000, 1000} on {0, 0, 1, 1} -> a 2x2 grid, the upper half on node 0
Layout block_layout(Shape shape, const std::vector<int>& node_of);

/// The ranks that keep a slab of a factor of C := A B, of which every node has its part once.
///
/// All ranks of a line of C's grid need the same part of the factor: rows of A for a grid row,
/// columns of B for a grid column. Those on one node share a copy, with k distributed over some of
/// them. Layers number the copies of a line: layer 0 has one copy of the whole slab, all layers
/// together one per node.
class SlabRanks {
 public:
  /// @param c  the ranks that compute C
  /// @param is_left  true for A
  /// @param most_parts  of k, distributed over the ranks of a line on one node
  SlabRanks(const RankMap& c, bool is_left, const std::vector<int>& node_of, int most_parts);

  /// Largest number of copies of a line.
  int layers() const { return static_cast<int>(layers_.size()); }
  /// Ranks of a layer, by line and part of k: a grid of lines x parts() for A, of parts() x lines
  /// for B. Lines on fewer nodes than others have unread copies in further layers.
  const RankMap& layer(int number) const { return layers_[static_cast<std::size_t>(number)]; }
  int parts() const { return parts_; }
  /// The layer that the rank at `me` of C's grid reads.
  int layer_of(Coord me) const {
    return layer_of_[static_cast<std::size_t>(me.row * grid_.cols + me.col)];
  }

 private:
  GridShape grid_;
  int parts_;
  std::vector<RankMap> layers_;
  std::vector<int> layer_of_;  // by position of C's grid, row-major
};

}  // namespace ashlar::nodes
