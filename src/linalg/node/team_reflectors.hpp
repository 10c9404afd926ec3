// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "board.hpp"
#include "shown_sums.hpp"

namespace ashlar::node {

/// Panels of QR by teams. Each member has even parts of a panel's rows, and writes no others;
/// column by column the team adds up a norm and products in one meeting, and in one more for each
/// inner block. The vectors, T and the scalars on its diagonal (TAU) are those of local::geqrt but
/// for rounding.
template <Scalar T>
class TeamReflectors {
 public:
  /// @collective over the room's communicator
  TeamReflectors(Room& room, const Board<T>& board, const Teams& teams)
      : board_(board),
        sums_(room, teams.size, inner_block * (board.panels() > 0 ? board.width(0) : 1)) {}

  /// Factors panel k, which each member's rows are up to date for. All of its team call it.
  /// @param t  the panel's T, of which the upper triangle is written by the first member
  void factor(int k, Tile<T> t, TeamMeetings& team);

 private:
  const Board<T>& board_;
  ShownSums<T> sums_;
};

}  // namespace ashlar::node
