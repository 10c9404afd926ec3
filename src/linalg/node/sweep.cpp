// SPDX-License-Identifier: BSD-3-Clause
#include "sweep.hpp"

#include "panel_choice.hpp"

namespace ashlar::node {

CrewPlan plan_for(const Room& room, Routine routine, const Layout& layout, Schedule schedule) {
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

}  // namespace ashlar::node
