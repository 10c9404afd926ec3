// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "node_pull.hpp"

namespace ashlar::detail {

/// A pull of two dimensions at most: each block of the target from all sources of the node at once,
/// so that it is written from end to end.
///
/// Blocks that have the same elements across are made together, line by line: sources are then read
/// from end to end as well.
class CellPull final : public NodePull {
 public:
  CellPull(const Route& route, const Orders& orders, std::span<const Receiver> receivers,
           bool joined);

  /// Where a rank that takes only its own out of its sources would read them in short runs, as
  /// blocks are small, and wait for memory, as processors fetch ahead in sequence only; or where
  /// most of the target lies on one of them.
  bool pays_together(int ranks, Index least_bytes) const override;
  void bind(const Operand& source, const Operand& target, const MoveMemory* own) override;
  /// Makes lines.
  void run(const MoveMemory& memory, const Deal& deal, bool stream) override;

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
