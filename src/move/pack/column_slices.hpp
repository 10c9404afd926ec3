// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/layout/detail/runs.hpp>

#include "move/pull/mosaic.hpp"

namespace ashlar::detail {

/// Slices of one dimension of a share, each with a mosaic.
class ColumnSlices {
 public:
  /// @param packed_end  end at which a slice has the local indices 0, 1, 2, …
  explicit ColumnSlices(Mosaic::PackedEnd packed_end) : packed_end_(packed_end) {}

  /// Starts at a list, which must outlive its use.
  void begin(const RunList& list) {
    if (list_ == &list) return rewind();
    list_ = &list;
    cursor_.emplace(list);
    count_ = list.count();
    has_all_ = false;
    rest_ = {};
  }
  void rewind() {
    cursor_->rewind();
    rest_ = {};
  }

  /// Sets `tiles` and `mosaic` to the next `length` indices.
  void take(Index length) {
    if (length == count_ && std::exchange(has_all_, true)) return;  // repeated small moves
    has_all_ = length == count_;
    tiles_.clear();
    for (Index done = 0; done < length;) {
      if (rest_.length == 0) rest_ = cursor_->next();
      const Run run = take_front(rest_, std::min(rest_.length, length - done));
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

  Mosaic::PackedEnd packed_end_;
  const RunList* list_ = nullptr;
  std::optional<RunCursor> cursor_;
  Index count_ = 0;
  bool has_all_ = false;
  Run rest_;
  std::vector<Tile> tiles_;
  Mosaic mosaic_;
};

}  // namespace ashlar::detail
