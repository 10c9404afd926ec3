// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/layout.hpp>

// Who keeps what of a product on several nodes: pure arithmetic.

namespace ashlar::nodes {

/// C in one block a rank, dealt so that each node has a rectangle and needs few rows and columns of
/// the factors; in strips, node after node, where nodes have different numbers of ranks.
/// @param node_of  a number for the node of each rank
/// @example {1000, 1000} on {0, 0, 1, 1} -> a 2x2 grid, the upper half on node 0
Layout block_layout(Shape shape, const std::vector<int>& node_of);

/// Which ranks keep a slab of a factor of C := A B, so that every node has all that its ranks need,
/// and has it once.
///
/// The ranks of a line of C's grid need the same of the factor: of A what belongs to the rows of a
/// grid row, of B to the columns of a grid column. Those of a line that are on one node share a
/// copy, k dealt to some of them. The copies of a line are counted by layers: layer 0 has one copy
/// of the whole slab, which with layer 1 and so on makes one for each node.
class SlabRanks {
 public:
  /// @param c  the ranks that compute C
  /// @param is_left  whether the factor is A
  /// @param most_parts  of k, that are dealt to the ranks of a line on one node
  SlabRanks(const RankMap& c, bool is_left, const std::vector<int>& node_of, int most_parts);

  /// Number of copies of the line that has most.
  int layers() const { return static_cast<int>(layers_.size()); }
  /// The ranks of a layer, by line and part of k: a grid of lines x parts() for A, of parts() x
  /// lines for B. Where a line is on fewer nodes than others, a further layer has it for nobody.
  const RankMap& layer(int number) const { return layers_[static_cast<std::size_t>(number)]; }
  int parts() const { return parts_; }
  /// The layer that the rank at `me` of C's grid reads: the one of its node.
  int layer_of(Coord me) const {
    return layer_of_[static_cast<std::size_t>(me.row * grid_.cols + me.col)];
  }

 private:
  GridShape grid_;
  int parts_;
  std::vector<RankMap> layers_;
  std::vector<int> layer_of_;  // by position of C's grid, row by row
};

}  // namespace ashlar::nodes
