// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/index.hpp>

namespace ashlar {

/// Replication, a property beside a layout: the layout deals one replica of a matrix to the ranks
/// 0, 1, 2, … of a group, and there are several groups. Groups share no rank, so a rank keeps a
/// part of one replica at most.
///
/// What moves into a replicated matrix is written to every replica; what moves out of one is read
/// from the nearest (see NearestReplica).
class Replicas {
 public:
  /// A single replica, on the ranks that the layout names.
  Replicas() = default;

  /// `count` replicas on ranks that follow each other: rank r of group k is rank k * group_size + r
  /// of the communicator.
  /// @throws ArgumentError if a number is below 1 or a rank is beyond what MPI can number
  Replicas(int count, int group_size);

  /// Any groups: rank r of group k is rank groups[k][r] of the communicator.
  /// @throws ArgumentError if there is no group, one has another size than the first, or a rank is
  /// negative or stands twice
  explicit Replicas(const std::vector<std::vector<int>>& groups);

  int count() const { return count_; }
  /// True if rank r of the only group is rank r of the communicator, for all r.
  bool is_plain() const { return count_ == 1 && table_ == nullptr; }
  /// Ranks of a group; of the single replica of a default-made one: any number, given as 0.
  int group_size() const { return group_size_; }

  /// The rank of the communicator that is rank `member` of group `replica`. O(1)
  /// @pre both exist
  int rank_of(int replica, int member) const {
    const int place = replica * group_size_ + member;
    return table_ ? table_->ranks[static_cast<std::size_t>(place)] : place;
  }

  /// A rank's place among the groups.
  struct Seat {
    int replica = 0;
    int member = 0;
  };
  /// That of `rank` of the communicator; nothing if it is in no group. O(1), by table O(log P)
  std::optional<Seat> seat_of(int rank) const;

  /// The communicator must have at least this many ranks, if the layout names `members` of them.
  Index required_size(Index members) const;

  /// True if both have the same ranks in the same groups.
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

/// Choice of the replica of a matrix that a rank reads: its own; else one on its node, in turn by
/// the reader's number; else, of all, the one whose number the reader has, round robin. The same on
/// all ranks, so that the sender knows its readers without asking.
class NearestReplica {
 public:
  /// @param node_of  [same] a number for the node of each rank of the communicator; empty if all
  /// are on one
  explicit NearestReplica(Replicas replicas, std::vector<int> node_of = {})
      : replicas_(std::move(replicas)), node_of_(std::move(node_of)) {}

  const Replicas& replicas() const { return replicas_; }

  /// The replica from which `reader` takes what group member `member` keeps.
  /// @param number  key of the round-robin choice: the number of the replica that the reader
  /// fills, or its rank
  /// @cost O(replicas), O(1) if the reader has it itself or all ranks are on one node
  int replica_for(int reader, int number, int member) const;

  friend bool operator==(const NearestReplica&, const NearestReplica&) = default;

 private:
  Replicas replicas_;
  std::vector<int> node_of_;
};

}  // namespace ashlar
