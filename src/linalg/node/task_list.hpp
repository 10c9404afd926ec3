// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "schedule.hpp"

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

/// State of a factorisation of block columns in shared memory, and choice of tasks.
///
/// Groups of columns do not depend on timing: every run computes the same bits.
class TaskList {
 public:
  /// Size of `memory`.
  static Index size(int columns) { return Index{places} + 2 * Index{columns}; }

  /// `begin` initialises `memory`.
  TaskList(int columns, const CrewPlan& plan, int* memory);
  void begin();

  /// The next task: part of the panel that all wait for, else an update of it, else of the columns
  /// next to it, else of the leftmost columns with the fewest updates. The caller then calls
  /// `done`.
  Task take();
  void done(const Task& task);

 private:
  // Positions in `memory`, before two numbers per block column.
  enum Place : std::size_t {
    ready,        // factored panels
    is_factored,  // diagonal block of the next panel
    parts_taken,  // of the next panel's current task
    parts_done,
    places
  };

  /// Number of panels applied to a block column.
  int& applied(int column) const { return memory_[places + 2 * static_cast<std::size_t>(column)]; }
  /// 1 during a task.
  int& busy(int column) const { return memory_[places + 2 * static_cast<std::size_t>(column) + 1]; }
  Task choose() const;
  Task choose_for_next() const;
  Task update_of(int column) const;
  bool can_run(const Task& task) const;
  void set_busy(const Task& task, bool is_busy);
  bool is_last_part();

  int columns_;
  CrewPlan plan_;
  int* memory_;
};

}  // namespace ashlar::node
