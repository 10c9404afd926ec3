// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include <ashlar/layout/runs.hpp>

namespace ashlar::detail {

/// Cuts a run list into stretches of so many elements.
class RunCutter {
 public:
  explicit RunCutter(const RunList& list) : cursor_(list) {}

  void rewind() {
    cursor_.rewind();
    rest_ = {};
  }

  /// Puts the next elements, `most` at most, into `runs`; false if none are left. Of joined runs
  /// `at` is the index of the first element only.
  bool next(Index most, std::vector<Run>& runs) {
    runs.clear();
    for (Index left = most; left > 0;) {
      if (rest_.length == 0) rest_ = cursor_.next();
      if (rest_.length == 0) break;
      const Run run = take_front(rest_, std::min(rest_.length, left));
      // Where both memories go on, as they do with single elements dealt round robin, one run does.
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
