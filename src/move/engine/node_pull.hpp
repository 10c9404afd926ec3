// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>

#include "move/pack/move_memory.hpp"
#include "move/pack/route.hpp"

namespace ashlar::detail {

/// Pull from segments of the node, for one of its ranks or several.
class NodePull {
 public:
  struct Receiver {
    int node_rank;
    int rank;
    const Share* share;
  };

  NodePull() = default;
  NodePull(const NodePull&) = delete;
  NodePull& operator=(const NodePull&) = delete;
  virtual ~NodePull() = default;

  /// Mean bytes of a rank from which the ranks of a node share a pull.
  struct SharedFrom {
    Index short_runs;  ///< sources read in short runs
    Index uneven;      ///< most elements on one rank
  };

  /// True if an even distribution of the pull over the node's ranks pays.
  virtual bool pays_together(int ranks, const SharedFrom& from) const = 0;
  /// Sets the memory of both ends.
  /// @param own  this rank's memory of the target; null: segments of all receivers
  virtual void bind(const Operand& source, const Operand& target, const MoveMemory* own) = 0;
  /// Executes this rank's part of the lines. @pre the node's memory may be read
  virtual void run(const MoveMemory& memory, const LineDistribution& distribution, bool stream) = 0;
};

/// Elements received by each rank of a node.
class NodeLoad {
 public:
  void add(int node_rank, Index elements) {
    of_rank_[node_rank] += elements;
    all_ += elements;
  }
  Index mean(int ranks) const { return all_ / ranks; }
  /// True if one rank has more than 5/4 of the mean.
  bool is_uneven(int ranks) const {
    Index most = 0;
    for (const auto& [node_rank, elements] : of_rank_) most = std::max(most, elements);
    return most > mean(ranks) + mean(ranks) / 4;
  }

 private:
  std::map<int, Index> of_rank_;
  Index all_ = 0;
};

}  // namespace ashlar::detail
