// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "pull.hpp"
#include "strip_table.hpp"

namespace ashlar::detail {

/// Fills the strips of a task in whole.
inline void fill_whole(const PullTask& task, const StripTask& strips) {
  if (strips.count == 0) return;
  task.kernels.fill_strips[size_class(task.pull.element_bytes)](strips, task.stream);
}

/// Fills the part of strips in the triangle of the pull.
/// @param whole  all strips of the table
/// @param at     index of each column in the moved range
void fill_triangle(const PullTask& task, const StripTable& table, const StripTask& whole,
                   std::span<const Index> at);

}  // namespace ashlar::detail
