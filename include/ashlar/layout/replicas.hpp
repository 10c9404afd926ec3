// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/index.hpp>

namespace ashlar {

/// Groups of ranks, each with a replica of a matrix. A layout distributes a replica over the ranks
/// 0, 1, 2, … of its group. The groups are disjoint.
///
/// A move writes every replica of its target and reads the nearest one of its source
/// (NearestReplica).
class Replicas {
 public:
  /// A single replica on the ranks of the layout.
  Replicas() = default;

  /// `count` replicas; rank r of group k is rank k * group_size + r of the communicator.
  /// @throws ArgumentError if a number is below 1 or a rank exceeds an int
  Replicas(int count, int group_size);

  /// Rank r of group k is rank groups[k][r] of the communicator.
  /// @throws ArgumentError if `groups` is empty, the sizes differ, or a rank is negative or
  /// repeated
  explicit Replicas(const std::vector<std::vector<int>>& groups);

  int count() const { return count_; }
  /// True for one group in which member r is rank r.
  bool is_plain() const { return count_ == 1 && table_ == nullptr; }
  /// Number of ranks of a group. After default construction 0, which permits any number.
  int group_size() const { return group_size_; }

  /// Rank in the communicator of rank `member` of group `replica`. O(1)
  /// @pre both exist
  int rank_of(int replica, int member) const {
    const int place = replica * group_size_ + member;
    return table_ ? table_->ranks[static_cast<std::size_t>(place)] : place;
  }

  /// Replica of a rank, and rank within its group.
  struct Seat {
    int replica = 0;
    int member = 0;
  };
  /// Seat of `rank` of the communicator; empty outside the groups. O(1), with a table O(log P)
  std::optional<Seat> seat_of(int rank) const;

  /// Smallest size of the communicator for a layout of `members` ranks.
  Index required_size(Index members) const;

  friend bool operator==(const Replicas& a, const Replicas& b);

 private:
  struct Table {
    std::vector<int> ranks;                   // group after group
    std::vector<std::pair<int, int>> places;  // (rank, place in ranks), sorted
  };

  int count_ = 1;
  int group_size_ = 0;
  std::shared_ptr<const Table> table_;
};

namespace detail {

/// Choice of the replica that a rank reads: its own; else one on its node; else any. Among
/// equally near replicas, the argument `number` of replica_for selects one cyclically. Senders
/// compute the choice without communication.
class NearestReplica {
 public:
  /// @param node_of  [same] node number of each rank of the communicator; empty: one node
  explicit NearestReplica(Replicas replicas, std::vector<int> node_of = {})
      : replicas_(std::move(replicas)), node_of_(std::move(node_of)) {}

  const Replicas& replicas() const { return replicas_; }

  /// Replica from which `reader` reads the elements of group member `member`.
  /// @param number  for the cyclic choice: the number of the reader's replica of the target, or the
  /// rank of a reader without replica
  /// @cost O(replicas), O(1) if the reader has the elements or there is one node
  int replica_for(int reader, int number, int member) const;

  friend bool operator==(const NearestReplica&, const NearestReplica&) = default;

 private:
  Replicas replicas_;
  std::vector<int> node_of_;
};

}  // namespace detail

}  // namespace ashlar
