// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

#include "shared_array.hpp"

namespace ashlar::node {

/// Something to do in a factorisation by block columns.
struct Task {
  enum class Kind { Nothing, Factor, Update, End };
  Kind kind = Kind::Nothing;
  int panel = 0;  ///< the panel to factor, or to apply
  int first = 0;  ///< block columns [first, last) that it is applied to
  int last = 0;
};

/// What is done and what is under way in a factorisation of block columns that lie in memory of
/// all: each rank of the crew takes the next task when it has done its last.
///
/// How columns are grouped into tasks depends on their numbers alone, never on who comes first, so
/// that every run computes the same bits.
class TaskTable {
 public:
  /// @collective over the room's communicator
  TaskTable(Room& room, int columns);

  /// The next task: the panel that all wait for, else what stands before it, else the leftmost
  /// columns of those that lag most. It is this rank's until it is `done`.
  Task take();
  void done(const Task& task);

 private:
  struct Column {
    int applied;  // panels that were applied to it
    int is_busy;
  };

  Task choose() const;
  Task update_of(int column) const;
  bool can_run(const Task& task) const;
  void set_busy(const Task& task, bool is_busy);
  void lock();
  void unlock();

  Room& room_;
  int columns_;
  SharedArray<int> memory_;
  int* lock_;
  int* ready_;  // panels that are factored
  Column* column_;
};

/// Runs the tasks of a factorisation of `columns` block columns, shared out among the crew.
/// @param factor  (k): factors panel k
/// @param update  (k, first, last): applies panel k to the block columns [first, last)
/// @collective over the room's communicator
template <class Factor, class Update>
void share_tasks(Room& room, int columns, Factor&& factor, Update&& update) {
  if (columns == 1 && room.crew_size() == 1) return room.is_in_crew() ? factor(0) : void();
  TaskTable table(room, columns);
  guarded(room, [&] {
    if (!room.is_in_crew()) return;
    room.meet();
    for (int turns = 0;;) {
      const Task task = table.take();
      switch (task.kind) {
        case Task::Kind::End: return;
        case Task::Kind::Nothing: room.idle(turns); continue;
        case Task::Kind::Factor: factor(task.panel); break;
        case Task::Kind::Update: update(task.panel, task.first, task.last); break;
      }
      table.done(task);
      turns = 0;
    }
  });
}

}  // namespace ashlar::node
