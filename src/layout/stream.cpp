// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/stream.hpp>

#include <algorithm>
#include <limits>

namespace ashlar {

void RunCursor::rewind() {
  stretch_ = runs_ = next_ = 0;
  base_ = source_base_ = target_base_ = 0;
  enter_stretch();
}

void RunCursor::enter_stretch() {
  within_ = 0;
  next_ = 0;
  source_shift_ = source_base_;
  target_shift_ = target_base_;
}

bool RunCursor::next_period() {
  const RunList& list = *list_;
  const Stretch& stretch = list.stretches[stretch_];
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

Run RunCursor::next() {
  const RunList& list = *list_;
  while (stretch_ < list.stretches.size()) {
    const Stretch& stretch = list.stretches[stretch_];
    const Index start = stretch.at + within_;
    const Index room = std::min(stretch.extent - within_, list.extent - base_ - start);
    if (room <= 0) return {};
    if (next_ < static_cast<std::size_t>(stretch.runs)) {
      const Run& run = list.pattern[runs_ + next_];
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

Stream::Stream(const Transfers& transfers, const Partner& partner)
    : transposing_(is_transposing(transfers.op())),
      triangle_(transposing_ ? transfers.moved().transposed() : transfers.moved()),
      outer_runs_(transposing_ ? *partner.rows : *partner.cols),
      inner_runs_(transposing_ ? *partner.cols : *partner.rows) {}

bool Stream::next_column() {
  if (++column_ >= outer_.length) {
    outer_ = outer_runs_.next();
    column_ = 0;
    if (outer_.length == 0) return false;
  }
  allowed_ = triangle_.rows_of(outer_.at + column_, {0, std::numeric_limits<Index>::max()});
  inner_runs_.rewind();
  return true;
}

/// The next inner run of this column as far as the triangle keeps it; of length 0 at the column's
/// end.
Run Stream::next_inner() {
  for (;;) {
    Run run = inner_runs_.next();
    if (run.length == 0) return run;
    const Range kept = intersection({run.at, run.at + run.length}, allowed_);
    if (kept.empty()) continue;
    const Index skipped = kept.first - run.at;
    return {kept.first, run.source_local + skipped, run.target_local + skipped, kept.size()};
  }
}

Piece Stream::next(Index max_length) {
  while (inner_.length == 0) {
    if (column_ >= 0) inner_ = next_inner();
    if (inner_.length == 0 && !next_column()) return {};
  }
  const Index source_col = outer_.source_local + column_,
              outer_target = outer_.target_local + column_;
  const Run run = detail::take_front(inner_, std::min(inner_.length, max_length));
  return transposing_
             ? Piece{run.source_local, source_col, outer_target, run.target_local, run.length}
             : Piece{run.source_local, source_col, run.target_local, outer_target, run.length};
}

}  // namespace ashlar
