// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include <ashlar/move/copy.hpp>
#include <ashlar/move/pending_move.hpp>

namespace ashlar::detail {

/// Starts the tasks of copy_all as a move of the library. A repeated start waits for the previous
/// one.
/// @throws, @collective  as copy_all
PendingMove start_all(std::span<const AnyTask> tasks);

template <Storable T>
PendingMove start_all(const std::vector<CopyTask<T>>& tasks) {
  std::vector<AnyTask> all;
  for (const CopyTask<T>& task : tasks) all.push_back({&task.source, &task.target, &task.options});
  return start_all(std::span<const AnyTask>(all));
}

}  // namespace ashlar::detail
