// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "move/pull/fold.hpp"
#include "node_pull.hpp"

namespace ashlar::detail {

/// Pull of at most two dimensions: writes each target block sequentially, from all sources of the
/// node.
///
/// Blocks are merged along the contiguous dimension of the sources if they have the same elements
/// in the other, so that sources are read sequentially, too.
class CellPull final : public NodePull {
 public:
  CellPull(const Route& route, const Orders& orders, std::span<const Receiver> receivers,
           bool joined);

  /// True if separate pulls would read sources in short runs, which defeats hardware prefetching;
  /// or if one rank has most of the target.
  bool pays_together(int ranks, const SharedFrom& from) const override;
  void bind(const Operand& source, const Operand& target, const MoveMemory* own) override;
  void run(const MoveMemory& memory, const LineDistribution& distribution, bool stream) override;

 private:
  struct Place {
    int node_rank = -1;  // -1: on another node
    int block = 0;
    OwnedBlock owned;
  };
  /// Merged blocks.
  struct Group {
    std::vector<Place> targets, sources;  // sources: by share along, then across
    Mosaic along, across;
    int across_sources = 0;
    std::vector<Index> elements;     // of each target
    std::size_t merged_sources = 0;  // in the merged dimension
    std::size_t pairs = 0;           // of sources and targets in the merged dimension
    std::vector<PullSource> source_memory;
    std::vector<PullTarget> target_memory;
    std::vector<Fold> folds;                // of columns without gaps
    Index folded_column = 0;                // elements; 0: not folded
    std::vector<PullSource> folded_memory;  // of folds, with their leading dimensions
  };
  struct Member {
    const Receiver* receiver;
    const Cell* cell;
  };
  using Gathering = std::vector<Member>;

  void fold_columns(Group& group) const;
  static void run_folds(Group& group, Pull pull, bool stream);

  void add_group(const Route& route, const Orders& orders, const Gathering& gathering);

  int along_, merged_;  // contiguous dimensions of the targets, and of the sources
  bool turned_;
  Index element_bytes_;
  Conjugate conjugate_;
  Triangle triangle_;
  std::vector<Group> groups_;
};

}  // namespace ashlar::detail
