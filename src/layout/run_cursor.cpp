// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/detail/runs.hpp>

#include <algorithm>

namespace ashlar {

void detail::RunCursor::rewind() {
  stretch_ = runs_ = next_ = 0;
  base_ = source_base_ = target_base_ = 0;
  enter_stretch();
}

void detail::RunCursor::enter_stretch() {
  within_ = 0;
  next_ = 0;
  source_shift_ = source_base_;
  target_shift_ = target_base_;
}

bool detail::RunCursor::next_period() {
  const detail::RunList& list = *list_;
  const detail::Stretch& stretch = list.stretches[stretch_];
  if (stretch.period < stretch.extent - within_) {
    within_ += stretch.period;
    source_shift_ += stretch.source_step;
    target_shift_ += stretch.target_step;
    next_ = 0;
    return true;
  }
  runs_ += static_cast<std::size_t>(stretch.runs);
  if (++stretch_ == list.stretches.size()) {
    if (list.period >= list.extent - base_) return false;
    base_ += list.period;
    source_base_ += list.source_step;
    target_base_ += list.target_step;
    stretch_ = runs_ = 0;
  }
  enter_stretch();
  return true;
}

detail::Run detail::RunCursor::next() {
  const detail::RunList& list = *list_;
  while (stretch_ < list.stretches.size()) {
    const detail::Stretch& stretch = list.stretches[stretch_];
    const Index start = stretch.at + within_;
    const Index room = std::min(stretch.extent - within_, list.extent - base_ - start);
    if (room <= 0) return {};
    if (next_ < static_cast<std::size_t>(stretch.runs)) {
      const detail::Run& run = list.pattern[runs_ + next_];
      if (run.at < room) {
        ++next_;
        return {base_ + start + run.at, run.source_local + source_shift_,
                run.target_local + target_shift_, std::min(run.length, room - run.at)};
      }
    }
    if (!next_period()) return {};
  }
  return {};
}

}  // namespace ashlar
