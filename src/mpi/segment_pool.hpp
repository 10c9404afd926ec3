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

/// The segments that a context holds, used again and again: fresh pages cost about ten times a copy
/// of the same bytes.
///
/// All ranks of the node hold the same segments in the same order; rank 0 decides. Giving back is
/// the Storage's affair. Errors after which the ranks would disagree are agreed on the node;
/// MpiErrors are not.
class SegmentPool {
 public:
  /// Whom the memory is for.
  enum class Scope {
    Node,  ///< every segment has a part for each rank of the node
    Rank   ///< each rank has segments of its own; only the room for them is looked at together
  };

  SegmentPool(CommunicatorView node, Scope scope);

  /// Memory for this rank, not zeroed when it was used before; nothing where the system refuses to
  /// share.
  /// @collective over the node
  /// @throws OutOfMemory, ArgumentError (negative size): on all ranks of the node; with
  /// Scope::Rank, OutOfMemory perhaps on some
  std::optional<Storage> take(Index my_bytes);

  /// Gives up idle segments. @collective over the node
  void trim();

  /// Why the system refuses to share; empty if it does not, or was not asked.
  const std::string& refusal() const noexcept { return refusal_; }
  /// Segments that this rank knows of; with Scope::Node the segments are the same on all ranks of
  /// the node.
  PoolStatistics statistics() const { return shelf_.statistics(); }

 private:
  struct Decision;
  /// Outcome of a new segment on a rank; from bad to good, so that the minimum is the node's.
  enum class Verdict : int { Refused, NoRoom, Fine };

  Storage take_own(Index my_bytes);
  std::optional<Storage> take_with_node(Index my_bytes);

  void drop_with_node(std::vector<int> indices, int count);

  Decision decide();
  void make(Decision& decision, const PoolChoice& choice);
  std::optional<Storage> use_again(const Decision& decision);
  std::optional<Storage> grow(const Decision& decision);
  Verdict attach(const Decision& decision) noexcept;

  CommunicatorView node_;
  Scope scope_;
  int node_rank_;
  int node_size_;
  SegmentShelf shelf_;
  Index next_id_ = 0;
  std::string refusal_;
  // Between the steps of take_with_node.
  std::vector<Index> sizes_;      // rank 0: what each rank asks for
  std::vector<int> to_drop_;      // rank 0
  std::shared_ptr<Segment> new_;  // made, but not yet agreed upon
};

}  // namespace ashlar::mpi
