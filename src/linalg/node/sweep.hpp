// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "board.hpp"

namespace ashlar::node {

/// Factors the panels of a board from the left to the right, and updates what stands right of each,
/// with a look-ahead of one: whoever owns the next panel updates and factors it before the rest of
/// its columns. Panels are read where they lie; nobody waits but for a panel that is not ready.
/// @param factor  (k): factors panel k, which is up to date; called by its owner
/// @param update  (k, columns): applies panel k to `columns`, all rows of some of my columns
template <class T, class Factor, class Update>
void sweep(Room& room, const Board<T>& board, Factor&& factor, Update&& update) {
  if (!room.is_in_crew()) return;
  const auto factor_next = [&](int k) {
    factor(k);
    room.finish(k);
  };
  if (board.panels() > 0 && board.is_mine(0)) factor_next(0);
  for (int k = 0; k < board.panels(); ++k) {
    room.wait_for(board.owner(k), k);
    Tile<T> columns = board.mine_from(board.end(k));
    if (k + 1 < board.panels() && board.is_mine(k + 1)) {
      const Index width = board.width(k + 1);
      update(k, columns.col_range(0, width));
      factor_next(k + 1);
      columns = columns.col_range(width, columns.cols);
    }
    if (!columns.empty()) update(k, columns);
  }
}

/// The same where teams share panels: the team of the next panel updates and factors it before
/// its members go on with columns of their own.
/// @param advance  (k): applies panel k - 1 to panel k; called by the latter's team
/// @param factor   (k): factors panel k, which is up to date; called by its team
/// @param update   as above
template <class T, class Advance, class Factor, class Update>
void sweep_in_teams(Room& room, const Board<T>& board, const Teams& teams, Advance&& advance,
                    Factor&& factor, Update&& update) {
  if (!room.is_in_crew()) return;
  const auto factor_mine = [&](int k) {
    factor(k);
    room.finish(k);
  };
  // The first panel's owner has come, too.
  room.meet();
  if (board.panels() > 0 && teams.has(0, room.rank())) factor_mine(0);
  for (int k = 0; k < board.panels(); ++k) {
    for (int place = 0; place < teams.size; ++place) room.wait_for(teams.member(k, place), k);
    Tile<T> columns = board.mine_from(board.end(k));
    if (k + 1 < board.panels()) {
      if (teams.has(k + 1, room.rank())) {
        advance(k + 1);
        factor_mine(k + 1);
      }
      if (board.is_mine(k + 1)) columns = columns.col_range(board.width(k + 1), columns.cols);
    }
    if (!columns.empty()) update(k, columns);
  }
}

}  // namespace ashlar::node
