// SPDX-License-Identifier: BSD-3-Clause
#include "task_table.hpp"

#include <algorithm>
#include <atomic>

namespace ashlar::node {

TaskTable::TaskTable(Room& room, int columns, const CrewPlan& plan)
    : room_(room),
      columns_(columns),
      plan_(plan),
      memory_(room, size(columns)),
      state_(memory_.data()) {
  if (room.rank() == 0) std::fill_n(state_, size(columns), 0);
}

void TaskTable::lock() {
  std::atomic_ref<int> held(state_[is_locked]);
  for (int turns = 0; held.exchange(1, std::memory_order_acquire) != 0;) room_.idle(turns);
}

void TaskTable::unlock() {
  std::atomic_ref<int>(state_[is_locked]).store(0, std::memory_order_release);
}

Task TaskTable::next(const Task& last) {
  lock();
  ended_before_ = ended().load(std::memory_order_relaxed);
  if (last.kind != Task::Kind::Nothing) {
    complete(last);
    ended().store(++ended_before_, std::memory_order_relaxed);
  }
  const Task task = choose();
  set_busy(task, true);
  if (task.kind == Task::Kind::Advance || task.kind == Task::Kind::Solve) ++state_[parts_taken];
  unlock();
  return task;
}

bool TaskTable::has_changed() const {
  return ended().load(std::memory_order_relaxed) != ended_before_;
}

void TaskTable::complete(const Task& task) {
  using Kind = Task::Kind;
  if ((task.kind == Kind::Advance || task.kind == Kind::Solve) && !is_last_part()) return;
  set_busy(task, false);
  if (task.kind == Kind::Factor || task.kind == Kind::Solve)
    state_[is_factored] = task.kind == Kind::Factor ? 1 : 0;
  if (task.kind == Kind::Solve) state_[ready] = task.panel + 1;
  if (task.kind == Kind::Advance || task.kind == Kind::Update)
    for (int j = task.first; j < task.last; ++j) applied(j) = task.panel + 1;
}

bool TaskTable::is_last_part() {
  if (++state_[parts_done] < plan_.teams.size) return false;
  state_[parts_taken] = state_[parts_done] = 0;
  return true;
}

void TaskTable::set_busy(const Task& task, bool is_busy) {
  for (int j = task.first; j < task.last; ++j) busy(j) = is_busy ? 1 : 0;
}

Task TaskTable::choose() const {
  const int next = state_[ready];
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

Task TaskTable::choose_for_next() const {
  const int next = state_[ready], parts = state_[parts_taken];
  const int so_far = applied(next);
  // A busy panel is one task, or has parts, some of which may be free.
  if (busy(next) != 0 && (parts == 0 || parts == plan_.teams.size)) return {};
  if (so_far == next)
    return {state_[is_factored] == 0 ? Task::Kind::Factor : Task::Kind::Solve, next, next, next + 1,
            parts};
  if (so_far == next - 1) return {Task::Kind::Advance, next - 1, next, next + 1, parts};
  const Task task = update_of(next);
  return can_run(task) ? task : Task{};
}

// Next columns are single tasks, since all ranks wait for them. The others form a few groups per
// rank, smaller towards the end.
Task TaskTable::update_of(int column) const {
  const int panel = applied(column);
  const int first_in_groups = panel + 1 + plan_.depth;
  if (column < first_in_groups) return {Task::Kind::Update, panel, column, column + 1};
  const int crew = plan_.teams.crew;
  const int group = std::max(1, (columns_ - panel + crew) / (2 * crew));
  const int first = column / group * group;
  return {Task::Kind::Update, panel, std::max(first, first_in_groups),
          std::min(columns_, first + group)};
}

bool TaskTable::can_run(const Task& task) const {
  if (task.panel >= state_[ready]) return false;
  for (int j = task.first; j < task.last; ++j)
    if (busy(j) != 0 || applied(j) != task.panel) return false;
  return true;
}

}  // namespace ashlar::node
