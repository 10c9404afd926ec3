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
  explicit Mosaic(const std::vector<AxisShare>& shares);
  /// The same of one share; with `packed_end` not None the places at that end are those in a packed
  /// message: 0, 1, 2, …
  enum class PackedEnd { None, Source, Target };
  Mosaic(const RunList& runs, PackedEnd packed_end);

  /// Makes it these tiles, which do not repeat.
  void assign(const std::vector<Tile>& tiles);

  /// Length of the moved range.
  Index extent() const { return indexed_.extent; }
  /// Elements of all tiles.
  Index count() const { return count_; }
  /// Mean length of a joined tile, rounded down.
  Index mean_length() const { return joined_count_ == 0 ? 0 : count_ / joined_count_; }

  /// Calls f(Tile) for each tile in the order of the target's memory. Tiles that are neighbours in
  /// both memories are joined, and `at` means nothing.
  template <class F>
  void for_each(F&& f) const {
    joined_.for_each(f);
  }
  /// The same without joining: `at` is the index of the tile's first element.
  template <class F>
  void for_each_indexed(F&& f) const {
    indexed_.for_each(f);
  }

  /// Where in the target's memory the elements with index >= `at` begin (behind all places, if
  /// there are none). @cost logarithmic in the pattern
  Index target_position(Index at) const {
    return position(at, &Tile::target_local, indexed_.target_step);
  }
  /// The same in the memory of the source, where there is only one.
  Index source_position(Index at) const {
    return position(at, &Tile::source_local, indexed_.source_step);
  }

 private:
  struct Pattern {
    std::vector<Tile> tiles;
    Index period = 1, source_step = 0, target_step = 0, extent = 0;

    template <class F>
    void for_each(F&& f) const {
      Index source_shift = 0, target_shift = 0;
      for (Index base = 0; base < extent; base += period) {
        const Index room = extent - base;
        for (const Tile& tile : tiles) {
          if (tile.at >= room) return;
          f(Tile{base + tile.at, tile.source_local + source_shift, tile.target_local + target_shift,
                 std::min(tile.length, room - tile.at), tile.share});
        }
        if (period >= room) return;
        source_shift += source_step;
        target_shift += target_step;
      }
    }
  };

  Index position(Index at, Index Tile::*local, Index step) const;
  void join_neighbours();

  Pattern indexed_, joined_;
  Index count_ = 0, joined_count_ = 0;
};

}  // namespace ashlar::detail
