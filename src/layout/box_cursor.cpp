// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/box_cursor.hpp>

namespace ashlar {

BoxCursor::BoxCursor(const BoxDim& dim) : scale_(dim.scale) {
  if (dim.runs != nullptr) runs_.emplace(*dim.runs);
  rewind();
}

void BoxCursor::rewind() {
  at_ = 0;
  if (runs_) runs_->rewind();
  ahead_ = runs_ ? read() : Run{0, 0, 0, scale_};
}

Run BoxCursor::next() {
  Run run = ahead_;
  ahead_ = {};
  while (runs_) {
    ahead_ = read();
    if (ahead_.length == 0 || ahead_.source_local != run.source_local + run.length ||
        ahead_.target_local != run.target_local + run.length)
      break;
    run.length += ahead_.length;
  }
  run.at = at_;
  at_ += run.length;
  return run;
}

Run BoxCursor::read() {
  Run run = runs_->next();
  run.source_local *= scale_;
  run.target_local *= scale_;
  run.length *= scale_;
  return run;
}

}  // namespace ashlar
