// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include <ashlar/layout/runs.hpp>

namespace ashlar::detail {

/// A run that one process receives, and from which of its sources.
struct Tile {
  Index at = 0;  ///< first index, counted from the start of the moved range
  Index source_local = 0;
  Index target_local = 0;
  Index length = 0;
  int share = 0;  ///< which of the shares it comes from
};

/// What one process receives along one dimension from all of its sources, in the order of its own
/// memory: a pattern that repeats.
class Mosaic {
 public:
  Mosaic() = default;
  /// @param shares  of one target process, as AxisPairing::into_target gives them
  /// @param join    whether to join runs where both memories are contiguous; `at` then means
  /// nothing
  Mosaic(const std::vector<AxisShare>& shares, bool join);
  /// The same of one share; with `packed_end` not None the places at that end are those in a packed
  /// message: 0, 1, 2, …
  enum class PackedEnd { None, Source, Target };
  Mosaic(const RunList& runs, PackedEnd packed_end);

  /// Makes it these tiles, which do not repeat.
  void assign(const std::vector<Tile>& tiles);

  /// Elements of all tiles.
  Index count() const { return count_; }
  /// Mean length of a tile, rounded down.
  Index mean_length() const { return tiles_ == 0 ? 0 : count_ / tiles_; }

  /// Calls f(Tile) for each tile in the order of the target's memory.
  template <class F>
  void for_each(F&& f) const {
    Index source_shift = 0, target_shift = 0;
    for (Index base = 0; base < extent_; base += period_) {
      const Index room = extent_ - base;
      for (const Tile& tile : pattern_) {
        if (tile.at >= room) return;
        f(Tile{base + tile.at, tile.source_local + source_shift, tile.target_local + target_shift,
               std::min(tile.length, room - tile.at), tile.share});
      }
      if (period_ >= room) return;
      source_shift += source_step_;
      target_shift += target_step_;
    }
  }

 private:
  void join_neighbours();

  std::vector<Tile> pattern_;
  Index period_ = 1, source_step_ = 0, target_step_ = 0, extent_ = 0;
  Index count_ = 0, tiles_ = 0;
};

}  // namespace ashlar::detail
