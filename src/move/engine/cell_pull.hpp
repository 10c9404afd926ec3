// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "move/pack/move_memory.hpp"
#include "move/pack/route.hpp"

namespace ashlar::detail {

/// What is taken out of memory that the ranks of a node share: for some of their blocks of the
/// target, from all sources of the node at once, so that the target is written from end to end.
///
/// Blocks that have the same elements across are made together, line by line: sources are then read
/// from end to end as well.
class CellPull {
 public:
  /// A rank of the node and what it receives.
  struct Receiver {
    int node_rank;
    int rank;
    const Share* share;
  };

  /// @param joined  whether blocks are made together; not where elements are computed with
  CellPull(const Route& route, const Orders& orders, std::span<const Receiver> receivers,
           bool joined);

  /// Whether it pays that the node's ranks share this work line by line, if it is what all of them
  /// receive: a rank that takes only its own out of its sources reads them in short runs where
  /// blocks are small, and waits for memory, as processors fetch ahead in sequence only; or most of
  /// the target lies on one of them. Triangles count as if they were full.
  bool pays_together(int ranks, Index least_bytes) const;

  /// Notes where everything lies.
  /// @param own  this rank's memory of the target; null: everybody's, where it is owned
  void bind(const Operand& source, const Operand& target, const MoveMemory* own);
  /// Makes the lines that the deal gives this rank. @pre the node's memory may be used
  void run(const MoveMemory& memory, const Deal& deal, bool stream);

 private:
  struct Place {
    int node_rank = -1;  // none: not on this node
    int block = 0;
    OwnedBlock owned;
  };
  /// Blocks that are made together.
  struct Group {
    std::vector<Place> targets, sources;  // the latter by share along, then across
    Mosaic along, across;
    int across_sources = 0;
    std::vector<Index> along_elements;  // of each target
    std::size_t along_sources = 0;
    std::size_t pairs = 0;  // of a source and a target along
    std::vector<PullSource> source_memory;
    std::vector<PullTarget> target_memory;
  };
  struct Gathering;

  void add_group(const Route& route, const Orders& orders, const Gathering& gathering);

  int along_;
  bool turned_;
  Index element_bytes_;
  Conjugate conjugate_;
  Triangle triangle_;
  std::vector<Group> groups_;
};

}  // namespace ashlar::detail
