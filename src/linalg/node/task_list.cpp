// SPDX-License-Identifier: BSD-3-Clause
#include "task_list.hpp"

#include <algorithm>

namespace ashlar::node {

TaskList::TaskList(int columns, const CrewPlan& plan, int* memory)
    : columns_(columns), plan_(plan), memory_(memory) {}

void TaskList::begin() { std::fill_n(memory_, size(columns_), 0); }

Task TaskList::take() {
  const Task task = choose();
  set_busy(task, true);
  if (task.kind == Task::Kind::Advance || task.kind == Task::Kind::Solve) ++memory_[parts_taken];
  return task;
}

void TaskList::done(const Task& task) {
  using Kind = Task::Kind;
  if ((task.kind == Kind::Advance || task.kind == Kind::Solve) && !is_last_part()) return;
  set_busy(task, false);
  if (task.kind == Kind::Factor || task.kind == Kind::Solve)
    memory_[is_factored] = task.kind == Kind::Factor ? 1 : 0;
  if (task.kind == Kind::Solve) memory_[ready] = task.panel + 1;
  if (task.kind == Kind::Advance || task.kind == Kind::Update)
    for (int j = task.first; j < task.last; ++j) applied(j) = task.panel + 1;
}

bool TaskList::is_last_part() {
  if (++memory_[parts_done] < plan_.teams.size) return false;
  memory_[parts_taken] = memory_[parts_done] = 0;
  return true;
}

void TaskList::set_busy(const Task& task, bool is_busy) {
  for (int j = task.first; j < task.last; ++j) busy(j) = is_busy ? 1 : 0;
}

Task TaskList::choose() const {
  const int next = memory_[ready];
  if (next == columns_) return {Task::Kind::End};
  if (const Task task = choose_for_next(); task.kind != Task::Kind::Nothing) return task;
  for (int j = next + 1; j < std::min(columns_, next + plan_.depth); ++j)
    if (const Task task = update_of(j); can_run(task)) return task;
  Task best;
  for (int j = next + 1; j < columns_; ++j) {
    const Task task = update_of(j);
    const bool lags_most = best.kind == Task::Kind::Nothing || task.panel < best.panel;
    if (lags_most && can_run(task)) best = task;
  }
  return best;
}

Task TaskList::choose_for_next() const {
  const int next = memory_[ready], parts = memory_[parts_taken];
  const int so_far = applied(next);
  // A busy panel is one task, or has parts, some of which may be free.
  if (busy(next) != 0 && (parts == 0 || parts == plan_.teams.size)) return {};
  if (so_far == next)
    return {memory_[is_factored] == 0 ? Task::Kind::Factor : Task::Kind::Solve, next, next,
            next + 1, parts};
  if (so_far == next - 1) return {Task::Kind::Advance, next - 1, next, next + 1, parts};
  const Task task = update_of(next);
  return can_run(task) ? task : Task{};
}

// Next columns are single tasks, since all ranks wait for them. The others form a few groups per
// rank, smaller towards the end.
Task TaskList::update_of(int column) const {
  const int panel = applied(column);
  const int first_in_groups = panel + 1 + plan_.depth;
  if (column < first_in_groups) return {Task::Kind::Update, panel, column, column + 1};
  const int crew = plan_.teams.crew;
  const int group = std::max(1, (columns_ - panel + crew) / (2 * crew));
  const int first = column / group * group;
  return {Task::Kind::Update, panel, std::max(first, first_in_groups),
          std::min(columns_, first + group)};
}

bool TaskList::can_run(const Task& task) const {
  if (task.panel >= memory_[ready]) return false;
  for (int j = task.first; j < task.last; ++j)
    if (busy(j) != 0 || applied(j) != task.panel) return false;
  return true;
}

}  // namespace ashlar::node
