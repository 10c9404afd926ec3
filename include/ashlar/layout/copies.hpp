// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/index.hpp>

namespace ashlar {

/// Replication, a property beside a layout: the layout deals one copy of a matrix to the ranks 0,
/// 1, 2, … of a group, and there are several groups. Groups share no rank, so a rank keeps a part
/// of one copy at most.
///
/// What moves into a replicated matrix is written to every copy; what moves out of one is read from
/// the nearest (see NearestCopy).
class Copies {
 public:
  /// A single copy, on the ranks that the layout names.
  Copies() = default;

  /// `count` copies on ranks that follow each other: rank r of group k is rank k * group_size + r
  /// of the communicator.
  /// @throws ArgumentError if a number is below 1 or a rank is beyond what MPI can number
  Copies(int count, int group_size);

  /// Any groups: rank r of group k is rank groups[k][r] of the communicator.
  /// @throws ArgumentError if there is no group, one has another size than the first, or a rank is
  /// negative or stands twice
  explicit Copies(const std::vector<std::vector<int>>& groups);

  int count() const { return count_; }
  /// Ranks of a group; of the single copy of a default-made one: any number, given as 0.
  int group_size() const { return group_size_; }

  /// The rank of the communicator that is rank `member` of group `copy`. O(1)
  /// @pre both exist
  int rank_of(int copy, int member) const {
    const int place = copy * group_size_ + member;
    return table_ ? table_->ranks[static_cast<std::size_t>(place)] : place;
  }

  /// A rank's place among the groups.
  struct Seat {
    int copy = 0;
    int member = 0;
  };
  /// That of `rank` of the communicator; nothing if it is in no group. O(1), by table O(log P)
  std::optional<Seat> seat_of(int rank) const;

  /// The communicator must have at least this many ranks, if the layout names `members` of them.
  Index required_size(Index members) const;

  /// True if both have the same ranks in the same groups.
  friend bool operator==(const Copies& a, const Copies& b);

 private:
  struct Table {
    std::vector<int> ranks;                   // group after group
    std::vector<std::pair<int, int>> places;  // (rank, place in ranks), sorted
  };

  int count_ = 1;
  int group_size_ = 0;
  std::shared_ptr<const Table> table_;
};

/// Choice of the copy of a replicated matrix that a rank reads: its own; else one on its node, in
/// turn by the reader's number; else, of all, the one whose number the reader has, round robin. The
/// same on all ranks, so that the sender knows its readers without asking.
class NearestCopy {
 public:
  /// @param node_of  [same] a number for the node of each rank of the communicator; empty if all
  /// are on one
  explicit NearestCopy(Copies copies, std::vector<int> node_of = {})
      : copies_(std::move(copies)), node_of_(std::move(node_of)) {}

  const Copies& copies() const { return copies_; }

  /// The copy from which `reader` takes what group member `member` keeps.
  /// @param number  what copies are dealt to readers by: the number of the copy that the reader
  /// fills, or its rank
  /// @cost O(copies), O(1) if the reader has it itself or all ranks are on one node
  int copy_for(int reader, int number, int member) const;

  friend bool operator==(const NearestCopy&, const NearestCopy&) = default;

 private:
  Copies copies_;
  std::vector<int> node_of_;
};

}  // namespace ashlar
