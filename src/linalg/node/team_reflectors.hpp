// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "board.hpp"
#include "shown_sums.hpp"

namespace ashlar::node {

/// Panels of QR by teams. Each member writes an equal share of a panel's rows. The team adds a norm
/// and products with one barrier per column, and with one more per inner block. The vectors, T and
/// the scalars on its diagonal (TAU) equal those of local::geqrt up to rounding.
template <Scalar T>
class TeamReflectors {
 public:
  /// @collective over the room's communicator
  TeamReflectors(Room& room, const Board<T>& board, const Teams& teams)
      : board_(board),
        sums_(room, teams.size, inner_block * (board.panels() > 0 ? board.width(0) : 1)) {}

  /// Factors panel k, for which each member's rows are up to date. Called by its whole team.
  /// @param t  the panel's T, whose upper triangle is written by the first member
  void factor(int k, Tile<T> t, TeamMeetings& team);

 private:
  const Board<T>& board_;
  ShownSums<T> sums_;
};

}  // namespace ashlar::node
