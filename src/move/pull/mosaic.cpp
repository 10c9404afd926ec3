// SPDX-License-Identifier: BSD-3-Clause
#include "mosaic.hpp"

#include <atomic>
#include <limits>
#include <map>
#include <span>
#include <utility>

namespace ashlar::detail {
namespace {

using Tiles = Repetition<Tile>;

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

/// Splits the incomplete last round off `tiles`.
Tiles cut_tail(Tiles& tiles) {
  const Index rounds = tiles.extent / tiles.period, rest = tiles.extent % tiles.period;
  if (rounds == 0 || rest == 0) return {};
  const Index start = tiles.extent - rest;
  Tiles tail{tiles.pattern, {}, tiles.extent, 0, 0, tiles.extent};
  for (Tile& tile : tail.pattern) {
    tile.source_local += rounds * tiles.source_step;
    tile.target_local += rounds * tiles.target_step;
  }
  for (Stretch stretch : tiles.stretches) {
    if (stretch.at >= rest) break;
    stretch.extent = std::min(stretch.extent, rest - stretch.at);
    stretch.at += start;
    tail.stretches.push_back(stretch);
  }
  tiles.extent -= rest;
  return tail;
}

/// Sets `result` to tiles without repetition, reusing its memory.
void assign_once(Tiles& result, const std::vector<Tile>& tiles) {
  const Index extent = tiles.empty() ? 0 : tiles.back().at + tiles.back().length;
  const Index period = std::max<Index>(extent, 1);
  result.pattern = tiles;
  result.stretches.assign(1, {0, extent, period, 0, 0, std::ssize(tiles)});
  result.period = period;
  result.source_step = result.target_step = 0;
  result.extent = extent;
}

Tiles once(const std::vector<Tile>& tiles) {
  Tiles result;
  assign_once(result, tiles);
  return result;
}

/// True if a round is a single tile.
bool is_one_tile(const Tiles& tiles) {
  return tiles.pattern.size() == 1 &&
         tiles.stretches.front().period >= tiles.stretches.front().extent;
}

/// Joiner of neighbouring tiles, which lose their indices: stretches and rounds cannot be cut
/// later.
class Joiner {
 public:
  /// @param tiles  of whole rounds
  explicit Joiner(const Tiles& tiles) : round_{{}, {}, tiles.period, 0, 0, 0} {
    std::span<const Tile> rest(tiles.pattern);
    for (const Stretch& stretch : tiles.stretches) {
      const auto own = rest.first(static_cast<std::size_t>(stretch.runs));
      rest = rest.subspan(own.size());
      if (stretch.period < stretch.extent) add_repeating(stretch, own);
      else add_single(stretch, own);
    }
    round_.source_step = tiles.source_step;
    round_.target_step = tiles.target_step;
    round_.extent = tiles.extent;
    if (!is_one_tile(round_)) return;
    // Consecutive rounds of one tile may be contiguous, too.
    Tile only = round_.pattern.front();
    const Index rounds = tiles.extent / tiles.period;
    if (rounds > 1 && (only.length != tiles.source_step || only.length != tiles.target_step))
      return;
    only.length *= std::max<Index>(rounds, 1);
    only.at += round_.stretches.front().at;
    round_ = once({only});
  }

  Tiles result() && { return std::move(round_); }

 private:
  /// Adds a stretch, as one tile if its periods are contiguous.
  void add_repeating(const Stretch& stretch, std::span<const Tile> tiles) {
    const Tile& first = tiles.front();
    if (tiles.size() == 1 && first.length == stretch.source_step &&
        first.length == stretch.target_step) {
      Tile whole = first;
      whole.length = Tiles{{first}, {stretch}, stretch.extent, 0, 0, stretch.extent}.count();
      return add_single(stretch, {&whole, 1});
    }
    round_.stretches.push_back(stretch);
    round_.pattern.insert(round_.pattern.end(), tiles.begin(), tiles.end());
  }

  void add_single(const Stretch& stretch, std::span<const Tile> tiles) {
    for (Tile tile : tiles) {
      tile.length = std::min(tile.length, stretch.extent - tile.at);
      if (tile.length > 0) add_once(stretch.at + tile.at, tile);
    }
  }

  void add_once(Index at, Tile tile) {
    auto& stretches = round_.stretches;
    if (stretches.empty() || stretches.back().period < stretches.back().extent)
      stretches.push_back({at, 0, 1, 0, 0, 0});
    Stretch& last = stretches.back();
    tile.at = at - last.at;
    last.extent = last.period = tile.at + tile.length;
    if (last.runs > 0 && follows(tile, round_.pattern.back())) {
      round_.pattern.back().length += tile.length;
    } else {
      ++last.runs;
      round_.pattern.push_back(tile);
    }
  }

  Tiles round_;
};

}  // namespace

std::vector<int> Mosaic::source_coords(std::span<const std::span<const AxisShare>> targets) {
  std::vector<int> coords;
  for (const auto& shares : targets)
    for (const AxisShare& share : shares) coords.push_back(share.coord);
  std::sort(coords.begin(), coords.end());
  coords.erase(std::unique(coords.begin(), coords.end()), coords.end());
  return coords;
}

Mosaic::Mosaic(std::span<const std::span<const AxisShare>> targets) {
  const std::vector<int> coords = source_coords(targets);
  // All shares stem from one pairing of axes: rounds and common stretches are equal.
  std::map<Index, std::pair<Stretch, std::vector<Tile>>> stretches;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    for (const AxisShare& share : targets[t]) {
      const RunList& list = share.runs;
      indexed_ = {{}, {}, list.period, list.source_step, list.target_step, list.extent};
      const auto number = std::lower_bound(coords.begin(), coords.end(), share.coord);
      auto run = list.pattern.begin();
      for (const Stretch& stretch : list.stretches) {
        auto& [merged, tiles] = stretches[stretch.at];
        merged = stretch;
        for (Index k = 0; k < stretch.runs; ++k, ++run)
          tiles.push_back({run->at, run->source_local, run->target_local, run->length,
                           static_cast<int>(number - coords.begin()), static_cast<int>(t)});
      }
    }
  }
  for (auto& [at, part] : stretches) {
    auto& [stretch, tiles] = part;
    std::sort(tiles.begin(), tiles.end(), [](const Tile& a, const Tile& b) { return a.at < b.at; });
    stretch.runs = std::ssize(tiles);
    indexed_.stretches.push_back(stretch);
    indexed_.pattern.insert(indexed_.pattern.end(), tiles.begin(), tiles.end());
  }
  finish();
}

Mosaic::Mosaic(const RunList& runs, PackedEnd packed_end)
    : indexed_{{}, runs.stretches, runs.period, runs.source_step, runs.target_step, runs.extent} {
  const bool pack_source = packed_end == PackedEnd::Source,
             pack_target = packed_end == PackedEnd::Target;
  Index packed = 0;
  auto run = runs.pattern.begin();
  for (Stretch& stretch : indexed_.stretches) {
    const Index start = packed, periods = stretch.extent / stretch.period,
                rest = stretch.extent % stretch.period;
    Index in_period = 0;
    for (Index k = 0; k < stretch.runs; ++k, ++run) {
      const Index place = start + in_period;
      indexed_.pattern.push_back({run->at, pack_source ? place : run->source_local,
                                  pack_target ? place : run->target_local, run->length, 0});
      in_period += run->length;
      packed += periods * run->length + std::clamp<Index>(rest - run->at, 0, run->length);
    }
    if (pack_source) stretch.source_step = in_period;
    if (pack_target) stretch.target_step = in_period;
  }
  if (pack_source) indexed_.source_step = packed;
  if (pack_target) indexed_.target_step = packed;
  finish();
}

void Mosaic::assign(const std::vector<Tile>& tiles) {
  assign_once(indexed_, tiles);
  first_tiles_.assign(1, 0);
  rounds_ = indexed_;
  tail_ = {};
  count_ = indexed_.count();
  joined_count_ = std::ssize(tiles);
  number_ = next_number();
}

Index Mosaic::position(Index at, int target, Index Tile::*local, Index Stretch::*step,
                       Index round_step) const {
  constexpr Index end = std::numeric_limits<Index>::max();
  const auto is_wanted = [&](const Tile& tile) {
    return target == any_target || tile.target == target;
  };
  if (at >= indexed_.extent) return end;
  const Index round = at / indexed_.period, rest = at % indexed_.period;
  const auto& stretches = indexed_.stretches;
  auto stretch =
      std::upper_bound(stretches.begin(), stretches.end(), rest,
                       [](Index index, const Stretch& s) { return index < s.at + s.extent; });
  for (; stretch != stretches.end(); ++stretch) {
    const Index within = std::max<Index>(rest - stretch->at, 0);
    Index period = within / stretch->period, offset = within % stretch->period;
    const Tile* const first =
        &indexed_.pattern[first_tiles_[static_cast<std::size_t>(stretch - stretches.begin())]];
    const Tile* const last = first + stretch->runs;
    const Tile* tile = std::upper_bound(
        first, last, offset, [](Index index, const Tile& t) { return index < t.at + t.length; });
    tile = std::find_if(tile, last, is_wanted);
    if (tile == last) {
      tile = std::find_if(first, last, is_wanted);
      if (tile == last) continue;
      offset = 0;
      ++period;
    }
    if (period * stretch->period + tile->at < stretch->extent)
      return (*tile).*local + std::max<Index>(offset - tile->at, 0) + period * (*stretch).*step +
             round * round_step;
  }
  const auto next = std::ranges::find_if(indexed_.pattern, is_wanted);
  if (next == indexed_.pattern.end() || indexed_.period >= indexed_.extent) return end;
  return (*next).*local + (round + 1) * round_step;
}

void Mosaic::finish() {
  std::size_t first = 0;
  for (const Stretch& stretch : indexed_.stretches) {
    first_tiles_.push_back(first);
    first += static_cast<std::size_t>(stretch.runs);
  }
  count_ = indexed_.count();
  join_neighbours();
  joined_count_ = rounds_.run_count() + tail_.run_count();
  number_ = next_number();
}

void Mosaic::join_neighbours() {
  rounds_ = indexed_;
  if (rounds_.pattern.empty()) return;
  tail_ = cut_tail(rounds_);
  rounds_ = Joiner(rounds_).result();
  if (tail_.extent == 0) return;
  tail_ = Joiner(tail_).result();
  // Both may be parts of one tile.
  if (!is_one_tile(rounds_) || rounds_.period < rounds_.extent || !is_one_tile(tail_) ||
      !follows(tail_.pattern.front(), rounds_.pattern.front()))
    return;
  Tile both = rounds_.pattern.front();
  both.length += tail_.pattern.front().length;
  rounds_ = once({both});
  tail_ = {};
}

}  // namespace ashlar::detail
