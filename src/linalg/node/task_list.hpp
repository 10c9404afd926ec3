// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "schedule.hpp"

namespace ashlar::node {

/// Something to do in a factorisation by block columns.
struct Task {
  enum class Kind {
    Nothing,
    Advance,  ///< apply the panel to the block column next to it, one part of its rows
    Factor,   ///< factor the panel's square on the diagonal
    Solve,    ///< the panel below it, one part of its rows
    Update,   ///< apply the panel to block columns [first, last)
    End
  };
  Kind kind = Kind::Nothing;
  int panel = 0;
  int first = 0;
  int last = 0;
  int part = 0;  ///< of as many as a team has members
};

/// State of a factorisation of block columns in shared memory, and the choice of the next task.
///
/// The grouping of columns into tasks depends on their numbers alone, never on who comes first, so
/// that every run computes the same bits.
class TaskList {
 public:
  /// Numbers that the list keeps in its memory.
  static Index size(int columns) { return Index{places} + 2 * Index{columns}; }

  /// A list of other lists' memory, unless it is begun.
  TaskList(int columns, const CrewPlan& plan, int* memory);
  void begin();

  /// The next task: a part of the panel that all wait for, else what stands before it, else of the
  /// columns next to that, else the leftmost columns of those that lag most. It is the caller's
  /// until it is `done`.
  Task take();
  void done(const Task& task);

 private:
  // The numbers in memory, in front of two for each block column.
  enum Place : std::size_t {
    ready,        // panels that are factored
    is_factored,  // the square of the next one
    parts_taken,  // of what is under way for the next one in parts
    parts_done,
    places
  };

  /// Panels that were applied to a block column.
  int& applied(int column) const { return memory_[places + 2 * static_cast<std::size_t>(column)]; }
  /// 1 while somebody works on it.
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
