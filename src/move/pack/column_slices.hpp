// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <ashlar/layout/runs.hpp>

#include "move/pull/mosaic.hpp"

namespace ashlar::detail {

/// The columns that one rank has for one other, a few at a time, each few a mosaic of its own.
class ColumnSlices {
 public:
  /// @param columns     what outlives this
  /// @param packed_end  the end at which the columns of a slice are numbered 0, 1, 2, …
  ColumnSlices(const RunList& columns, Mosaic::PackedEnd packed_end)
      : cursor_(columns), count_(columns.count()), packed_end_(packed_end) {}

  /// Goes back to the first column.
  void rewind() {
    cursor_.rewind();
    rest_ = {};
  }

  /// Makes `tiles` and `mosaic` the next `columns` columns.
  void take(Index columns) {
    if (columns == count_ && std::exchange(has_all_, true)) return;  // little is moved again
    tiles_.clear();
    for (Index done = 0; done < columns;) {
      if (rest_.length == 0) rest_ = cursor_.next();
      const Run run = take_front(rest_, std::min(rest_.length, columns - done));
      const Tile tile{run.at, packed_end_ == Mosaic::PackedEnd::Source ? done : run.source_local,
                      packed_end_ == Mosaic::PackedEnd::Target ? done : run.target_local,
                      run.length, 0};
      if (!tiles_.empty() && follows(tiles_.back(), tile)) tiles_.back().length += run.length;
      else tiles_.push_back(tile);
      done += run.length;
    }
    mosaic_.assign(tiles_);
  }

  const std::vector<Tile>& tiles() const { return tiles_; }
  const Mosaic& mosaic() const { return mosaic_; }

 private:
  static bool follows(const Tile& a, const Tile& b) {
    return a.at + a.length == b.at && a.source_local + a.length == b.source_local &&
           a.target_local + a.length == b.target_local;
  }

  RunCursor cursor_;
  Index count_;
  bool has_all_ = false;
  Mosaic::PackedEnd packed_end_;
  Run rest_;
  std::vector<Tile> tiles_;
  Mosaic mosaic_;
};

}  // namespace ashlar::detail
