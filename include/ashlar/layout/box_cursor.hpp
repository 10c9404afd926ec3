// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/layout/stream.hpp>

namespace ashlar {

/// The runs of one dimension of a box one after the other, neighbours that touch in both memories
/// joined. `at` counts the elements before a run.
class BoxCursor {
 public:
  explicit BoxCursor(const BoxDim& dim);

  /// Goes back to the first run.
  void rewind();
  /// The next run, or one of length 0 after the last.
  Run next();

 private:
  Run read();

  Index scale_;
  std::optional<RunCursor> runs_;
  Run ahead_;
  Index at_ = 0;
};

}  // namespace ashlar
