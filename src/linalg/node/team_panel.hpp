// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>

#include "board.hpp"
#include "shared_array.hpp"
#include "sweep.hpp"

namespace ashlar::node {

/// Rows of a panel that team members publish in shared memory. Two buffers alternate, as in
/// ShownSums.
template <Scalar T>
class ShownRows {
 public:
  struct alignas(64) Candidate {
    RealOf<T> size;
    Index row;  ///< relative to the panel's diagonal
  };

  /// @collective over `room`
  ShownRows(Room& room, Index members, Index width)
      : members_(members),
        width_(width),
        rows_(room, 2 * (members + 1) * width),
        candidates_(room, 2 * members) {}

  Candidate& candidate(Index turn, int place) {
    return candidates_.data()[(turn % 2) * members_ + place];
  }
  T* row_of(Index turn, int place) { return slot(turn, place); }
  /// The row that the pivot row replaces.
  T* diagonal_row(Index turn) { return slot(turn, members_); }

 private:
  T* slot(Index turn, Index i) { return rows_.data() + ((turn % 2) * (members_ + 1) + i) * width_; }

  Index members_;
  Index width_;
  SharedArray<T> rows_;
  SharedArray<Candidate> candidates_;
};

/// Panels of LU by teams. Each member writes an equal share of rows; one barrier per column finds
/// the pivot.
template <Scalar T>
class TeamPanel {
 public:
  /// @collective over `room`
  TeamPanel(Room& room, const Board<T>& board, const Teams& teams)
      : board_(board), shown_(room, teams.size, board.panels() > 0 ? board.width(0) : 1) {}

  /// Applies panel k to panel j. Called by the whole team of panel j.
  /// @param pivots  of panel k
  void update(int k, int j, const int* pivots, TeamMeetings& team);
  /// Factors panel k, which is up to date. Called by its whole team.
  /// @param pivots  as by local::getrf; written by the first member
  /// @return LAPACK's INFO
  int factor(int k, int* pivots, TeamMeetings& team);

 private:
  const Board<T>& board_;
  ShownRows<T> shown_;
};

}  // namespace ashlar::node
