// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>

#include "board.hpp"
#include "shared_array.hpp"
#include "sweep.hpp"

namespace ashlar::node {

/// Deterministic all-reduce in a team by shared memory: each member publishes values, and after a
/// barrier all members add them in the order of places. Two buffers alternate: old values are not
/// read after the next barrier.
template <Scalar T>
class ShownSums {
 public:
  /// @param most  largest number of values of a member
  /// @collective over `room`
  ShownSums(Room& room, Index members, Index most)
      : members_(members), most_(most), shown_(room, 2 * (members + 1) * most) {}

  /// Selects the first buffer. To be called by the whole team after its previous use.
  void begin() { turn_ = 0; }
  /// Values of a member, written before `meet`.
  T* of(int place) { return slot(place); }
  /// Values of one member for all.
  T* common() { return slot(members_); }

  /// Barrier, then writes sums of the first `count` values to `sums`.
  /// @return the common values, valid until the next barrier
  const T* meet(TeamMeetings& team, Index count, T* sums) {
    team.meet();
    std::copy_n(slot(0), count, sums);
    for (int place = 1; place < team.teams().size; ++place) {
      const T* shown = slot(place);
      for (Index i = 0; i < count; ++i) sums[i] += shown[i];
    }
    return turned();
  }

  /// Barrier, then returns the largest first value.
  RealOf<T> meet_for_largest(TeamMeetings& team) {
    team.meet();
    RealOf<T> largest = 0;
    for (int place = 0; place < team.teams().size; ++place)
      largest = std::max(largest, std::real(*slot(place)));
    turned();
    return largest;
  }

 private:
  T* slot(Index i) { return shown_.data() + ((turn_ % 2) * (members_ + 1) + i) * most_; }
  const T* turned() {
    const T* common_now = slot(members_);
    ++turn_;
    return common_now;
  }

  Index members_;
  Index most_;
  Index turn_ = 0;
  SharedArray<T> shown_;
};

/// Panels of QR by teams. Each member writes an equal share of rows. The team adds a norm and
/// products with one barrier per column, and one more per inner block. Vectors, T and its diagonal
/// (TAU) equal those of local::geqrt up to rounding.
template <Scalar T>
class TeamReflectors {
 public:
  /// @collective over `room`
  TeamReflectors(Room& room, const Board<T>& board, const Teams& teams)
      : board_(board),
        sums_(room, teams.size, inner_block * (board.panels() > 0 ? board.width(0) : 1)) {}

  /// Factors panel k, which is up to date. Called by its whole team.
  /// @param t  T, whose upper triangle the first member writes
  void factor(int k, Tile<T> t, TeamMeetings& team);

 private:
  const Board<T>& board_;
  ShownSums<T> sums_;
};

}  // namespace ashlar::node
