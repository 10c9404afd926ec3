// SPDX-License-Identifier: BSD-3-Clause
#include "mosaic.hpp"

#include <limits>

namespace ashlar::detail {

Mosaic::Mosaic(const std::vector<AxisShare>& shares) {
  if (shares.empty()) return;
  // All shares come from one pairing of axes, so period and steps are those of any of them.
  const RunList& any = shares.front().runs;
  indexed_ = {{}, any.period, any.source_step, any.target_step, any.extent};
  Index tiles = 0;
  for (std::size_t s = 0; s < shares.size(); ++s) {
    for (const Run& run : shares[s].runs.pattern)
      indexed_.tiles.push_back(
          {run.at, run.source_local, run.target_local, run.length, static_cast<int>(s)});
    count_ += shares[s].runs.count();
    tiles += shares[s].runs.run_count();
  }
  std::sort(indexed_.tiles.begin(), indexed_.tiles.end(),
            [](const Tile& a, const Tile& b) { return a.at < b.at; });
  joined_count_ = tiles;
  join_neighbours();
}

Mosaic::Mosaic(const RunList& runs, PackedEnd packed_end)
    : indexed_{{}, runs.period, runs.source_step, runs.target_step, runs.extent},
      count_(runs.count()),
      joined_count_(runs.run_count()) {
  Index packed = 0;
  for (const Run& run : runs.pattern) {
    indexed_.tiles.push_back({run.at, packed_end == PackedEnd::Source ? packed : run.source_local,
                              packed_end == PackedEnd::Target ? packed : run.target_local,
                              run.length, 0});
    packed += run.length;
  }
  if (packed_end == PackedEnd::Source) indexed_.source_step = packed;
  if (packed_end == PackedEnd::Target) indexed_.target_step = packed;
  join_neighbours();
}

void Mosaic::assign(const std::vector<Tile>& tiles) {
  indexed_ = {tiles, 1, 0, 0, 0};
  count_ = 0;
  for (const Tile& tile : tiles) {
    count_ += tile.length;
    indexed_.extent = tile.at + tile.length;
  }
  indexed_.period = std::max<Index>(indexed_.extent, 1);
  joined_ = indexed_;
  joined_count_ = std::ssize(tiles);
}

Index Mosaic::position(Index at, Index Tile::*local, Index step) const {
  constexpr Index end = std::numeric_limits<Index>::max();
  if (at >= indexed_.extent) return end;
  const Index rounds = at / indexed_.period, rest = at % indexed_.period;
  const auto tile =
      std::upper_bound(indexed_.tiles.begin(), indexed_.tiles.end(), rest,
                       [](Index index, const Tile& t) { return index < t.at + t.length; });
  if (tile == indexed_.tiles.end() && indexed_.period >= indexed_.extent) return end;
  if (tile == indexed_.tiles.end()) return indexed_.tiles.front().*local + (rounds + 1) * step;
  return (*tile).*local + std::max<Index>(rest - tile->at, 0) + rounds * step;
}

void Mosaic::join_neighbours() {
  joined_ = indexed_;
  const std::vector<Tile>& tiles = indexed_.tiles;
  if (tiles.empty()) return;
  // Joined tiles lose their indices, so a period that the range's end cuts could not be cut any
  // more.
  const Index period = indexed_.period, extent = indexed_.extent;
  const bool whole_periods = extent % period == 0 || period >= extent;
  if (!whole_periods) {
    // A single source with contiguous memory on both sides is one tile, cut or not.
    const Tile& first = tiles.front();
    bool seamless = indexed_.source_step == indexed_.target_step;
    Index length = 0;
    for (const Tile& tile : tiles) {
      seamless = seamless && tile.share == first.share &&
                 tile.source_local == first.source_local + length &&
                 tile.target_local == first.target_local + length;
      length += tile.length;
    }
    if (!seamless || length != indexed_.source_step) return;
  }
  std::vector<Tile> joined;
  for (const Tile& tile : tiles) {
    if (!joined.empty()) {
      Tile& last = joined.back();
      if (last.share == tile.share && last.source_local + last.length == tile.source_local &&
          last.target_local + last.length == tile.target_local) {
        last.length += tile.length;
        continue;
      }
    }
    joined.push_back(tile);
  }
  const bool one_for_all =
      joined.size() == 1 && (period >= extent || (joined[0].length == indexed_.source_step &&
                                                  indexed_.source_step == indexed_.target_step));
  joined_count_ = joined_count_ / std::ssize(tiles) * std::ssize(joined);
  if (one_for_all) {
    joined[0].at = 0;
    joined[0].length = count_;
    joined_.period = joined_.extent = count_;
    joined_count_ = 1;
  }
  joined_.tiles = std::move(joined);
}

}  // namespace ashlar::detail
