// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/layout/runs.hpp>

namespace ashlar {

/// The runs of a list one after the other, to be walked again and again.
class RunCursor {
 public:
  explicit RunCursor(const RunList& list) : list_(&list) {}

  /// Goes back to the first run.
  void rewind();
  /// The next run, clipped at the end of the range, or a run of length 0 after the last.
  Run next();

 private:
  void enter_stretch();
  bool next_period();

  const RunList* list_;
  std::size_t stretch_ = 0, runs_ = 0, next_ = 0;       // its first run in the pattern, and since
  Index base_ = 0, source_base_ = 0, target_base_ = 0;  // of this round of stretches
  Index within_ = 0, source_shift_ = 0, target_shift_ = 0;  // of this period in the stretch
};

}  // namespace ashlar
