// SPDX-License-Identifier: BSD-3-Clause
#include "task_table.hpp"

#include <algorithm>
#include <new>

namespace ashlar::node {

TaskTable::TaskTable(Room& room, int columns)
    : room_(room), columns_(columns), memory_(room, 2 + 2 * Index{columns}) {
  lock_ = memory_.data();
  ready_ = lock_ + 1;
  column_ = reinterpret_cast<Column*>(lock_ + 2);
  if (room.rank() == 0) std::fill_n(memory_.data(), 2 + 2 * Index{columns}, 0);
}

void TaskTable::lock() {
  std::atomic_ref<int> held(*lock_);
  for (int turns = 0; held.exchange(1, std::memory_order_acquire) != 0;) room_.idle(turns);
}

void TaskTable::unlock() { std::atomic_ref<int>(*lock_).store(0, std::memory_order_release); }

Task TaskTable::take() {
  lock();
  const Task task = choose();
  set_busy(task, true);
  unlock();
  return task;
}

void TaskTable::done(const Task& task) {
  lock();
  set_busy(task, false);
  if (task.kind == Task::Kind::Factor) *ready_ = task.panel + 1;
  else
    for (int j = task.first; j < task.last; ++j) column_[j].applied = task.panel + 1;
  unlock();
}

void TaskTable::set_busy(const Task& task, bool is_busy) {
  for (int j = task.first; j < task.last; ++j) column_[j].is_busy = is_busy ? 1 : 0;
}

Task TaskTable::choose() const {
  const int next = *ready_;
  if (next < columns_ && column_[next].is_busy == 0) {
    if (column_[next].applied == next) return {Task::Kind::Factor, next, next, next + 1};
    if (const Task task = update_of(next); can_run(task)) return task;
  }
  Task best;
  for (int j = next + 1; j < columns_; ++j) {
    const Task task = update_of(j);
    const bool lags_most = best.kind == Task::Kind::Nothing || task.panel < best.panel;
    if (lags_most && can_run(task)) best = task;
  }
  if (next == columns_) best.kind = Task::Kind::End;
  return best;
}

// At each step the next column stands alone, since all wait for it. The others go in groups, of
// which there are a few for each rank, of fewer columns each towards the end.
Task TaskTable::update_of(int column) const {
  const int panel = column_[column].applied;
  if (column == panel + 1) return {Task::Kind::Update, panel, column, column + 1};
  const int crew = room_.crew_size();
  const int group = std::max(1, (columns_ - panel + crew) / (2 * crew));
  const int first = column / group * group;
  return {Task::Kind::Update, panel, std::max(first, panel + 2), std::min(columns_, first + group)};
}

bool TaskTable::can_run(const Task& task) const {
  return task.panel < *ready_ &&
         std::all_of(column_ + task.first, column_ + task.last, [&](const Column& column) {
           return column.is_busy == 0 && column.applied == task.panel;
         });
}

}  // namespace ashlar::node
