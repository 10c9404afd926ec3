// SPDX-License-Identifier: BSD-3-Clause
#include "task_table.hpp"

namespace ashlar::node {

TaskTable::TaskTable(Room& room, int columns, const CrewPlan& plan)
    : room_(room),
      memory_(room, 1 + TaskList::size(columns)),
      lock_(memory_.data()),
      list_(columns, plan, memory_.data() + 1) {
  if (room.rank() != 0) return;
  unlock();
  list_.begin();
}

void TaskTable::lock() {
  std::atomic_ref<int> held(*lock_);
  for (int turns = 0; held.exchange(1, std::memory_order_acquire) != 0;) room_.idle(turns);
}

void TaskTable::unlock() { std::atomic_ref<int>(*lock_).store(0, std::memory_order_release); }

Task TaskTable::take() {
  lock();
  const Task task = list_.take();
  unlock();
  return task;
}

void TaskTable::done(const Task& task) {
  lock();
  list_.done(task);
  unlock();
}

}  // namespace ashlar::node
