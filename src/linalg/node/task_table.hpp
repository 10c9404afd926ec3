// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

#include "shared_array.hpp"
#include "task_list.hpp"

namespace ashlar::node {

/// A task list in shared memory, from which each rank of the crew takes tasks.
class TaskTable {
 public:
  /// @collective over `room`
  TaskTable(Room& room, int columns, const CrewPlan& plan);

  Task take();
  void done(const Task& task);

 private:
  void lock();
  void unlock();

  Room& room_;
  SharedArray<int> memory_;
  int* lock_;
  TaskList list_;
};

/// Runs the tasks of a factorisation of `columns` block columns on the crew.
/// @param perform  (task): executes it
/// @collective over `room`
template <class Perform>
void share_tasks(Room& room, int columns, const CrewPlan& plan, Perform&& perform) {
  room.ready();
  if (columns == 1 && room.crew_size() == 1)
    return room.is_in_crew() ? perform(Task{Task::Kind::Factor, 0, 0, 1}) : void();
  TaskTable table(room, columns, plan);
  room.ready();
  guarded(room, [&] {
    if (!room.is_in_crew()) return;
    room.meet();
    for (int turns = 0;;) {
      const Task task = table.take();
      if (task.kind == Task::Kind::End) return;
      if (task.kind == Task::Kind::Nothing) {
        room.idle(turns);
        continue;
      }
      perform(task);
      table.done(task);
      turns = 0;
    }
  });
}

}  // namespace ashlar::node
