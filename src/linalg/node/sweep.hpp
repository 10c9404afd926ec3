// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/layout_for.hpp>

#include "board.hpp"
#include "flop_meter.hpp"
#include "panel_choice.hpp"

namespace ashlar::node {

/// The plan for `layout`, unless `schedule` sets values. [same]
inline CrewPlan plan_for(const Room& room, Routine routine, const Layout& layout,
                         Schedule schedule) {
  const int crew = room.crew_size();
  if (crew == 1) return {};
  // No teams on oversubscribed cores, where members would take turns.
  CrewPlan plan{.teams = {crew, 1}};
  if (schedule.team > 0) plan.teams.size = std::min(schedule.team, crew);
  else if (!room.context().is_oversubscribed())
    plan.teams.size = team_size(routine, layout.rows().extent, room.ranks(), crew);
  if (schedule.depth > 0) plan.depth = schedule.depth;
  return plan;
}

/// Numbered barriers of the team of one panel.
class TeamMeetings {
 public:
  TeamMeetings(Room& room, const Teams& teams, int k, Index number)
      : room_(room), teams_(teams), k_(k), number_(number) {}

  const Teams& teams() const { return teams_; }
  int place() const { return teams_.place_of(k_, room_.rank()); }
  void meet() { room_.meet_team(teams_, k_, number_++); }

 private:
  Room& room_;
  const Teams& teams_;
  int k_;
  Index number_;
};

/// This rank's part of `sweep`.
template <class T, class Advance, class Factor, class Update>
class Sweep {
 public:
  Sweep(Room& room, Routine routine, const Board<T>& board, const CrewPlan& plan, Advance& advance,
        Factor& factor, Update& update)
      : room_(room),
        board_(board),
        teams_(plan.teams),
        order_{board.panels(), plan.depth},
        meter_(room, routine, board),
        advance_(advance),
        factor_(factor),
        update_(update) {}

  void run() {
    // Teams write to the memory of all members.
    if (teams_.size > 1) room_.meet();
    if (order_.panels == 0) return;
    if (is_mine(0)) factor_panel(0, meetings(0, 0));
    for (int s = 0; s < order_.steps(); ++s) {
      const bool is_late = order_.can_begin_with_rest(s) && !is_ready(s);
      if (is_late) update_rest(s);
      go_ahead(s);
      if (!is_late) update_rest(s);
      if (order_.rest_panel(s) >= 0) meter_.reached(board_.end(order_.rest_panel(s)));
    }
  }

 private:
  bool is_mine(int k) const { return teams_.has(k, room_.rank()); }
  bool is_ready(int k) const {
    for (int place = 0; place < teams_.size; ++place)
      if (!room_.has_done(teams_.member(k, place), k)) return false;
    return true;
  }
  void wait_for(int k) {
    for (int place = 0; place < teams_.size; ++place) room_.wait_for(teams_.member(k, place), k);
  }
  // An upper bound for a panel's barriers at one step: two per advance, four per column.
  TeamMeetings meetings(int s, int j) {
    const Index most = 4 * (board_.width(0) + order_.depth);
    return {room_, teams_, j, (s * (order_.depth + Index{1}) + j - s) * most};
  }

  void factor_panel(int k, TeamMeetings team) {
    factor_(k, team);
    room_.finish(k);
  }

  void go_ahead(int s) {
    for (int j = s + 1; j < order_.end_ahead(s); ++j) {
      if (!is_mine(j)) continue;
      TeamMeetings team = meetings(s, j);
      for (int k = order_.first_applied(s, j); k <= s; ++k) {
        wait_for(k);
        advance_(k, j, team);
      }
      if (j == s + 1) factor_panel(j, team);
    }
  }

  void update_rest(int s) {
    const int k = order_.rest_panel(s);
    if (k < 0) return;
    const Tile<T> columns = board_.mine_from(board_.end(order_.end_ahead(s) - 1));
    if (columns.empty()) return;
    wait_for(k);
    update_(k, columns);
  }

  Room& room_;
  const Board<T>& board_;
  const Teams teams_;
  LookAhead order_;
  PanelMeter meter_;
  Advance& advance_;
  Factor& factor_;
  Update& update_;
};

/// Factors the panels of a board from left to right, and updates the columns right of each. With
/// look-ahead, a team updates one of the next panels, and factors the first of them, before other
/// columns. Panels are read without a copy; ranks wait for unfinished panels and their team only.
/// Every run computes the same bits.
/// @param routine  name in progress reports
/// @param advance  (k, j, meetings): applies panel k to panel j; called by the team of j
/// @param factor  (k, meetings): factors panel k, which is up to date; called by its team
/// @param update  (k, columns): applies panel k to `columns`, all rows of some local columns
template <class T, class Advance, class Factor, class Update>
void sweep(Room& room, Routine routine, const Board<T>& board, const CrewPlan& plan,
           Advance&& advance, Factor&& factor, Update&& update) {
  if (room.is_in_crew())
    Sweep<T, Advance, Factor, Update>(room, routine, board, plan, advance, factor, update).run();
}

}  // namespace ashlar::node
