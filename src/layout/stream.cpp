// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/stream.hpp>

#include <algorithm>
#include <limits>

namespace ashlar {

Run RunCursor::next() {
  const RunList& list = *list_;
  if (next_ == list.pattern.size()) {
    if (list.period >= list.extent - base_) return {};
    next_ = 0;
    base_ += list.period;
    source_shift_ += list.source_step;
    target_shift_ += list.target_step;
  }
  if (list.pattern.empty()) return {};
  const Run& run = list.pattern[next_];
  const Index at = base_ + run.at;
  if (at >= list.extent) return {};
  ++next_;
  return {at, run.source_local + source_shift_, run.target_local + target_shift_,
          std::min(run.length, list.extent - at)};
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
  const Index length = std::min(inner_.length, max_length);
  const Piece piece =
      transposing_
          ? Piece{inner_.source_local, source_col, outer_target, inner_.target_local, length}
          : Piece{inner_.source_local, source_col, inner_.target_local, outer_target, length};
  inner_.at += length;
  inner_.source_local += length;
  inner_.target_local += length;
  inner_.length -= length;
  return piece;
}

}  // namespace ashlar
