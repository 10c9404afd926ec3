// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <ashlar/layout/runs.hpp>

namespace ashlar::detail {

/// A run that one process receives, and from which of its sources.
struct Tile {
  Index at = 0;  ///< first index, counted from the start of the moved range
  Index source_local = 0;
  Index target_local = 0;
  Index length = 0;
  int share = 0;   ///< which of the shares it comes from
  int target = 0;  ///< which of the targets it goes to
};

/// Leaves what a tile has at these indices, which it must know; maybe nothing.
inline void keep_only(Tile& tile, Range wanted) {
  take_front(tile, std::clamp<Index>(wanted.first - tile.at, 0, tile.length));
  tile.length = std::clamp<Index>(wanted.last - tile.at, 0, tile.length);
}

/// Elements that one process receives along one dimension from all of its sources, in the order of
/// its own memory, or what several receive together, in the order of the moved range: a pattern
/// that repeats.
class Mosaic {
 public:
  Mosaic() = default;
  /// @param shares  of one target process, as AxisPairing::into_target gives them
  explicit Mosaic(std::span<const AxisShare> shares) : Mosaic(std::span(&shares, 1)) {}
  /// The tiles of several targets.
  /// @param targets  the shares of each, of one pairing of axes; a tile's share is the number of
  /// its
  ///                 source in source_coords(targets)
  explicit Mosaic(std::span<const std::span<const AxisShare>> targets);
  /// Coordinates of the processes from which any of these targets receives, ascending.
  static std::vector<int> source_coords(std::span<const std::span<const AxisShare>> targets);
  /// The same of one share; with `packed_end` not None the places at that end are those in a packed
  /// message: 0, 1, 2, …
  enum class PackedEnd { None, Source, Target };
  Mosaic(const RunList& runs, PackedEnd packed_end);

  /// Makes it these tiles, which do not repeat.
  void assign(const std::vector<Tile>& tiles);

  /// That of no other mosaic but its copies; 0 of one without tiles from the start.
  std::uint64_t number() const { return number_; }

  /// Length of the moved range.
  Index extent() const { return indexed_.extent; }
  /// Elements of all tiles.
  Index count() const { return count_; }
  /// Mean length of a joined tile, rounded down.
  Index mean_length() const { return joined_count_ == 0 ? 0 : count_ / joined_count_; }

  /// Calls f(Tile) for each tile in the order of the moved range, which is that of each target's
  /// memory. Tiles that are neighbours in
  /// both memories are joined; `at` is then the index of the first element and the others' are
  /// unknown.
  template <class F>
  void for_each(F&& f) const {
    rounds_.for_each(f);
    tail_.for_each(f);
  }
  /// The same without joining: `at` is the index of the tile's first element.
  template <class F>
  void for_each_indexed(F&& f) const {
    indexed_.for_each(f);
  }

  /// Where in the memory of the target, if there is only one, the elements with index >= `at` begin
  /// (behind all places, if there are none). @cost logarithmic in the pattern
  Index target_position(Index at) const {
    return position(at, &Tile::target_local, &Stretch::target_step, indexed_.target_step);
  }
  /// The same in the memory of the source, where there is only one.
  Index source_position(Index at) const {
    return position(at, &Tile::source_local, &Stretch::source_step, indexed_.source_step);
  }

 private:
  Index position(Index at, Index Tile::*local, Index Stretch::*step, Index round_step) const;
  void finish();
  void join_neighbours();

  Repetition<Tile> indexed_;
  std::vector<std::size_t> first_tiles_;  // of the indexed stretches
  Repetition<Tile> rounds_, tail_;        // joined: whole rounds, and one that the range's end cuts
  Index count_ = 0, joined_count_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace ashlar::detail
