// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "board.hpp"
#include "shown_sums.hpp"

namespace ashlar::node {

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
