// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>

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

/// A stretch of elements that lies within one column of the source: position (row, column) there
/// and in the target's memory. With a transposing Op it lies within one row of the target.
struct Piece {
  Index source_row = 0, source_col = 0;
  Index target_row = 0, target_col = 0;
  Index length = 0;
};

/// The order in which the elements between two ranks travel: down the source's columns, column by
/// column, the triangle's gaps left out. Sender and receiver walk the same stream, each with its
/// own share, and may stop and go on at any element; so a message of any size can be cut from it.
class Stream {
 public:
  /// @pre `partner` belongs to a share of `transfers`, which outlives the stream
  Stream(const Transfers& transfers, const Partner& partner);

  /// The next piece of at most `max_length` elements; of length 0 when the stream has ended.
  Piece next(Index max_length);

 private:
  bool next_column();
  Run next_inner();

  bool transposing_;
  Triangle triangle_;  // rows of it: within a source column
  RunCursor outer_runs_, inner_runs_;
  Run outer_, inner_;
  Index column_ = -1;  // within outer_
  Range allowed_;      // of the inner indices in this column
};

}  // namespace ashlar
