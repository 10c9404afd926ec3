// SPDX-License-Identifier: BSD-3-Clause
#include "fold.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace ashlar::detail {
namespace {

constexpr Index folded_elements = 8192;  // of a column of a fold, if possible
constexpr Index most_tiles = 4096;       // of one table
constexpr Index few_tiles = 64;          // whose table costs little
constexpr Index least_repetition = 8;
constexpr std::size_t most_folds = 64;

/// Tiles that repeat at a distance.
struct Repeated {
  std::vector<Tile> tiles;
  Index count, period, source_step, target_step;

  Tile shifted(Tile tile, Index k) const {
    tile.at += k * period;
    tile.source_local += k * source_step;
    tile.target_local += k * target_step;
    return tile;
  }
};

class Folder {
 public:
  Folder(const Repetition<Tile>& tiles, Index column) : tiles_(tiles), column_(column) {}

  std::vector<Fold> result() && {
    const Index rounds = tiles_.extent / tiles_.period;
    if (rounds > 1 && tiles_.run_count() / rounds <= most_tiles) {
      add({tiles_of_round(), rounds, tiles_.period, tiles_.source_step, tiles_.target_step});
    } else {
      for (Index round = 0; round < rounds && folds_.size() <= most_folds; ++round)
        add_stretches(round, tiles_.period);
    }
    add_stretches(rounds, tiles_.extent % tiles_.period);
    const bool is_useful =
        table_tiles_ <= few_tiles || all_tiles_ >= least_repetition * table_tiles_;
    if (!is_useful || folds_.size() > most_folds) folds_.clear();
    return std::move(folds_);
  }

 private:
  std::vector<Tile> tiles_of_round() const {
    Repetition<Tile> round = tiles_;
    round.extent = round.period;
    std::vector<Tile> tiles;
    round.for_each([&](const Tile& tile) { tiles.push_back(tile); });
    return tiles;
  }

  /// Adds the stretches in the first `room` columns of a round.
  void add_stretches(Index round, Index room) {
    const Repeated rounds{{}, 0, tiles_.period, tiles_.source_step, tiles_.target_step};
    const Tile* first = tiles_.pattern.data();
    for (const Stretch& stretch : tiles_.stretches) {
      const Index extent = std::min(stretch.extent, room - stretch.at);
      const std::span<const Tile> pattern(first, static_cast<std::size_t>(stretch.runs));
      first += stretch.runs;
      if (extent <= 0) return;
      Repeated part{{}, 0, stretch.period, stretch.source_step, stretch.target_step};
      const Index periods = extent / stretch.period;
      const auto add_periods = [&](Index begin, Index count, Index length) {
        part.tiles.clear();
        part.count = count;
        for (Tile tile : pattern) {
          tile.length = std::min(tile.length, length - tile.at);
          if (tile.length > 0)
            part.tiles.push_back(part.shifted(rounds.shifted(tile, round), begin));
        }
        add(part);
      };
      if (periods > 0) add_periods(0, periods, stretch.period);
      add_periods(periods, 1, extent % stretch.period);
    }
  }

  void add(Repeated part) {
    if (part.tiles.empty()) return;
    if (part.count == 1 && part.tiles.size() == 1) {  // a block of columns
      part.count = std::exchange(part.tiles.front().length, 1);
      part.period = part.source_step = part.target_step = 1;
    }
    all_tiles_ += std::ssize(part.tiles) * part.count;
    const Index length = std::max<Index>(part.target_step * column_, 1),
                most = std::max<Index>(most_tiles / std::ssize(part.tiles), 1),
                joined = std::clamp<Index>(folded_elements / length, 1, most);
    add_joined(part, 0, joined);
    if (joined > 1) add_joined(part, part.count / joined * joined, 1);
  }

  /// Adds the periods from `begin` on, as many as whole groups of `joined` contain.
  void add_joined(const Repeated& part, Index begin, Index joined) {
    const Index count = (part.count - begin) / joined;
    if (count == 0) return;
    std::vector<Tile> along;
    for (Index k = begin; k < begin + joined; ++k)
      for (const Tile& tile : part.tiles) append(along, part.shifted(tile, k));
    table_tiles_ += std::ssize(along);
    Fold& fold = folds_.emplace_back();
    fold.along.assign(along);
    fold.across.assign({Tile{.length = count}});
    fold.source_ld = joined * part.source_step * column_;
    fold.target_ld = joined * part.target_step * column_;
  }

  /// Appends the elements of a tile of columns.
  void append(std::vector<Tile>& along, Tile tile) const {
    tile.at *= column_;
    tile.source_local *= column_;
    tile.target_local *= column_;
    tile.length *= column_;
    if (!along.empty() && follows(tile, along.back())) along.back().length += tile.length;
    else along.push_back(tile);
  }

  const Repetition<Tile>& tiles_;
  Index column_;
  Index all_tiles_ = 0, table_tiles_ = 0;
  std::vector<Fold> folds_;
};

}  // namespace

std::vector<Fold> fold(const Mosaic& side, Index column) {
  return Folder(side.indexed(), column).result();
}

}  // namespace ashlar::detail
