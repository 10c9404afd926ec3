// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <ashlar/layout/detail/runs.hpp>

namespace ashlar::detail {

/// Run that one process receives, with the number of its source.
struct Tile {
  Index at = 0;  ///< first index in the moved range
  Index source_local = 0;
  Index target_local = 0;
  Index length = 0;
  int share = 0;   ///< number of the source share
  int target = 0;  ///< number of the target
};

/// Restricts a tile to a range of local indices in its target, possibly to nothing.
inline void keep_only(Tile& tile, Range wanted) {
  take_front(tile, std::clamp<Index>(wanted.first - tile.target_local, 0, tile.length));
  tile.length = std::clamp<Index>(wanted.last - tile.target_local, 0, tile.length);
}

/// True if a tile continues another in both memories.
inline bool follows(const Tile& tile, const Tile& last) {
  return last.share == tile.share && last.target == tile.target &&
         last.source_local + last.length == tile.source_local &&
         last.target_local + last.length == tile.target_local;
}

/// Repeating pattern of tiles that one process receives along one dimension from all sources, in
/// the order of its memory; or several processes, in the order of the moved range.
class Mosaic {
 public:
  Mosaic() = default;
  /// @param shares  of one target process, from AxisPairing::into_target
  explicit Mosaic(std::span<const AxisShare> shares) : Mosaic(std::span(&shares, 1)) {}
  /// Tiles of several targets.
  /// @param targets  shares of each, of one pairing of axes; a tile's share is its source's number
  ///                 in source_coords(targets)
  explicit Mosaic(std::span<const std::span<const AxisShare>> targets);
  /// Coordinates of all source processes of these targets, ascending.
  static std::vector<int> source_coords(std::span<const std::span<const AxisShare>> targets);
  /// Tiles of one share; at `packed_end` with the local indices of a packed message: 0, 1, 2, …
  enum class PackedEnd { None, Source, Target };
  Mosaic(const RunList& runs, PackedEnd packed_end);

  /// Sets tiles without repetition.
  void assign(const std::vector<Tile>& tiles);

  /// Unique number, shared by copies; 0 without initial tiles.
  std::uint64_t number() const { return number_; }

  /// Tiles with their indices, not joined.
  const Repetition<Tile>& indexed() const { return indexed_; }
  /// Length of the moved range.
  Index extent() const { return indexed_.extent; }
  Index count() const { return count_; }
  /// Mean length of a joined tile, rounded down.
  Index mean_length() const { return joined_count_ == 0 ? 0 : count_ / joined_count_; }

  /// Calls f(Tile) for each tile in the order of the moved range, also that of each target's
  /// memory. Tiles contiguous in both memories are joined; only their first index `at` is valid.
  template <class F>
  void for_each(F&& f) const {
    rounds_.for_each(f);
    tail_.for_each(f);
  }
  /// Calls f(Tile) for each tile in a range, not joined.
  template <class F>
  void for_each_indexed(F&& f, Range within = Range::all()) const {
    indexed_.for_each(f, within);
  }

  /// Local index in a target of its first element with index >= `at`; past all if none.
  /// @cost logarithmic in the pattern; linear with several targets
  Index target_position(Index at, int target = 0) const {
    return position(at, target, &Tile::target_local, &Stretch::target_step, indexed_.target_step);
  }
  /// Bounds of the local indices in a target for the elements in a range: from 0 if this begins
  /// at 0, possibly past all. @cost likewise
  Range target_range(Range at, int target) const {
    return {at.first == 0 ? 0 : target_position(at.first, target),
            target_position(at.last, target)};
  }
  /// Local index in a single source, likewise, of the first element of any target.
  Index source_position(Index at) const {
    return position(at, any_target, &Tile::source_local, &Stretch::source_step,
                    indexed_.source_step);
  }

 private:
  static constexpr int any_target = -1;

  Index position(Index at, int target, Index Tile::*local, Index Stretch::*step,
                 Index round_step) const;
  void finish();
  void join_neighbours();

  Repetition<Tile> indexed_;
  std::vector<std::size_t> first_tiles_;  // of the indexed stretches
  Repetition<Tile> rounds_, tail_;        // joined: whole rounds, and a last incomplete one
  Index count_ = 0, joined_count_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace ashlar::detail
