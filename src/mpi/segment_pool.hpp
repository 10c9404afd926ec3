// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/shared_memory.hpp>

#include "mpi/segment_shelf.hpp"

namespace ashlar::mpi {

/// Pool of the segments of a context, which are reused: fresh pages cost about ten times a copy of
/// the same bytes.
///
/// All ranks of the node have the same segments in the same order; rank 0 decides. Storage returns
/// segments. Errors that would let ranks diverge are agreed on the node, except MpiErrors.
class SegmentPool {
 public:
  enum class Scope {
    Node,  ///< every segment has a part for each rank of the node
    Rank   ///< each rank has separate segments; only available memory is shared
  };

  SegmentPool(CommunicatorView node, Scope scope);

  /// Memory for this rank, not zeroed if reused; nullopt if the system refuses shared memory.
  /// @collective over the node
  /// @throws OutOfMemory, ArgumentError (negative size): on all ranks of the node; with
  ///   Scope::Rank, OutOfMemory possibly on some
  std::optional<Storage> take(Index my_bytes);

  /// Drops idle segments. @collective over the node
  void trim();

  /// Reason of the system's refusal; empty if none or not tried.
  const std::string& refusal() const noexcept { return refusal_; }
  /// Statistics of this rank; with Scope::Node equal on all ranks of the node.
  PoolStatistics statistics() const { return shelf_.statistics(); }

 private:
  struct Decision;
  /// Outcome of a new segment on a rank, ascending, so that the minimum is the node's.
  enum class Verdict : int { Refused, NoRoom, Fine };

  Storage take_own(Index my_bytes);
  std::optional<Storage> take_with_node(Index my_bytes);

  void drop_with_node(std::vector<int> indices, int count);

  Decision decide();
  void make(Decision& decision, const PoolChoice& choice);
  std::optional<Storage> grow(const Decision& decision);
  Verdict attach(const Decision& decision) noexcept;

  CommunicatorView node_;
  Scope scope_;
  int node_rank_;
  int node_size_;
  SegmentShelf shelf_;
  Index next_id_ = 0;
  std::string refusal_;
  // State between the steps of take_with_node.
  std::vector<Index> sizes_;      // rank 0: requested bytes by rank
  std::vector<int> to_drop_;      // rank 0
  std::shared_ptr<Segment> new_;  // not yet agreed upon
};

}  // namespace ashlar::mpi
