// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <span>

#include "move/pack/move_memory.hpp"
#include "move/pack/route.hpp"

namespace ashlar::detail {

/// Pull out of memory that the ranks of a node share, for one of them or for several.
class NodePull {
 public:
  /// A rank of the node and what it receives.
  struct Receiver {
    int node_rank;
    int rank;
    const Share* share;
  };

  NodePull() = default;
  NodePull(const NodePull&) = delete;
  NodePull& operator=(const NodePull&) = delete;
  virtual ~NodePull() = default;

  /// True if it pays that the node's ranks share this work evenly, if it is what all of them
  /// receive. Triangles count as if they were full.
  virtual bool pays_together(int ranks, Index least_bytes) const = 0;
  /// Notes where everything lies.
  /// @param own  this rank's memory of the target; null: everybody's, where it is owned
  virtual void bind(const Operand& source, const Operand& target, const MoveMemory* own) = 0;
  /// Makes what the deal gives this rank. @pre the node's memory may be used
  virtual void run(const MoveMemory& memory, const Deal& deal, bool stream) = 0;
};

/// Share that each rank of a node receives.
class NodeLoad {
 public:
  void add(int node_rank, Index elements) {
    of_rank_[node_rank] += elements;
    all_ += elements;
  }
  Index mean(int ranks) const { return all_ / ranks; }
  /// True if one of the ranks has much more than the others.
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
