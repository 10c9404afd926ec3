// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include <ashlar/layout/detail/runs.hpp>

namespace ashlar::detail {

/// Cutter of a run list into stretches of equal numbers of elements.
class RunCutter {
 public:
  explicit RunCutter(const RunList& list) : cursor_(list) {}

  void rewind() {
    cursor_.rewind();
    rest_ = {};
  }

  /// Sets `runs` to the next elements, `most` at most; false at the end. Joined runs keep only the
  /// first index `at`.
  bool next(Index most, std::vector<Run>& runs) {
    runs.clear();
    for (Index left = most; left > 0;) {
      if (rest_.length == 0) rest_ = cursor_.next();
      if (rest_.length == 0) break;
      const Run run = take_front(rest_, std::min(rest_.length, left));
      // Joins runs contiguous at both ends, such as single elements of cyclic distributions.
      if (!runs.empty() && runs.back().source_local + runs.back().length == run.source_local &&
          runs.back().target_local + runs.back().length == run.target_local)
        runs.back().length += run.length;
      else runs.push_back(run);
      left -= run.length;
    }
    return !runs.empty();
  }

 private:
  RunCursor cursor_;
  Run rest_;
};

}  // namespace ashlar::detail
