// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

#include "schedule.hpp"
#include "shared_array.hpp"

namespace ashlar::node {

/// A task of a factorisation by block columns.
struct Task {
  enum class Kind {
    Nothing,
    Advance,  ///< apply the panel to one part of the next block column's rows
    Factor,   ///< factor the diagonal block
    Solve,    ///< solve for one part of the rows below it
    Update,   ///< apply the panel to block columns [first, last)
    End
  };
  Kind kind = Kind::Nothing;
  int panel = 0;
  int first = 0;
  int last = 0;
  int part = 0;  ///< one per team member
};

/// State of a factorisation of block columns in shared memory, from which each rank of the crew
/// takes tasks.
///
/// Groups of columns do not depend on timing: every run computes the same bits.
class TaskTable {
 public:
  /// @collective over `room`
  TaskTable(Room& room, int columns, const CrewPlan& plan);

  /// Records the end of this rank's last task and returns its next one: part of the panel that all
  /// wait for, else an update of it, else of the columns next to it, else of the leftmost columns
  /// with the fewest updates. Both in one step, since each locks the table, whose lines then move
  /// from core to core.
  /// @param last  executed; Nothing at first
  Task next(const Task& last);
  /// True if another rank has ended a task since `next` returned Nothing.
  bool has_changed() const;

 private:
  // Positions in memory, before two numbers per block column.
  enum Place : std::size_t {
    is_locked,    // by a rank that reads or changes the table
    ready,        // factored panels
    is_factored,  // diagonal block of the next panel
    parts_taken,  // of the next panel's current task
    parts_done,
    places
  };

  // Waiting ranks read the number of ended tasks only, in a separate line, so that they do not
  // delay ranks that change the table.
  static constexpr Index line = 64 / sizeof(int);

  static Index size(int columns) { return Index{places} + 2 * Index{columns} + 2 * line; }
  std::atomic_ref<int> ended() const { return std::atomic_ref<int>(state_[size(columns_) - line]); }
  /// Number of panels applied to a block column.
  int& applied(int column) const { return state_[places + 2 * static_cast<std::size_t>(column)]; }
  /// 1 during a task.
  int& busy(int column) const { return state_[places + 2 * static_cast<std::size_t>(column) + 1]; }
  void lock();
  void unlock();
  Task choose() const;
  Task choose_for_next() const;
  Task update_of(int column) const;
  bool can_run(const Task& task) const;
  void set_busy(const Task& task, bool is_busy);
  void complete(const Task& task);
  bool is_last_part();

  Room& room_;
  int columns_;
  CrewPlan plan_;
  SharedArray<int> memory_;
  int* state_;
  int ended_before_ = 0;  // at the last call of `next`
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
    for (Task task = table.next({}); task.kind != Task::Kind::End; task = table.next(task)) {
      if (task.kind != Task::Kind::Nothing) perform(task);
      else
        for (int turns = 0; !table.has_changed();) room.idle(turns);
    }
  });
}

}  // namespace ashlar::node
