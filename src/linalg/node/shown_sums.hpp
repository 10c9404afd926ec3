// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>

#include "shared_array.hpp"
#include "sweep.hpp"

namespace ashlar::node {

/// Where the members of a team add numbers up: each shows its own, all meet, and everybody adds
/// them in the order of the places, so that all have the same sums in every run. Two sets, used in
/// turn: when all have come to the next meeting, nobody reads what was shown before the last one.
template <Scalar T>
class ShownSums {
 public:
  /// @param most  numbers of a member at once
  /// @collective over the room's communicator
  ShownSums(Room& room, Index members, Index most)
      : members_(members), most_(most), shown_(room, 2 * (members + 1) * most) {}

  /// Begins with the first set. To be called by all of a team when the one before has finished.
  void begin() { turn_ = 0; }
  /// Where the member at `place` puts its numbers; all of them, before `meet`.
  T* of(int place) { return slot(place); }
  /// Numbers that one member alone shows to all, as it likes.
  T* common() { return slot(members_); }

  /// Meets, and gives the sums of the first `count` numbers to `sums`. What is common stays where
  /// it is until the next meeting.
  /// @return what was shown in common
  const T* meet(TeamMeetings& team, Index count, T* sums) {
    team.meet();
    std::copy_n(slot(0), count, sums);
    for (int place = 1; place < team.teams().size; ++place) {
      const T* shown = slot(place);
      for (Index i = 0; i < count; ++i) sums[i] += shown[i];
    }
    return turned();
  }

  /// Meets, and gives the largest of the first numbers that were shown.
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

}  // namespace ashlar::node
