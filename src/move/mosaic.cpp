// SPDX-License-Identifier: BSD-3-Clause
#include "mosaic.hpp"

namespace ashlar::detail {

Mosaic::Mosaic(const std::vector<AxisShare>& shares, bool join) {
  if (shares.empty()) return;
  // All shares come from one pairing of axes, so period and steps are those of any of them.
  const RunList& any = shares.front().runs;
  period_ = any.period;
  source_step_ = any.source_step;
  target_step_ = any.target_step;
  extent_ = any.extent;
  for (std::size_t s = 0; s < shares.size(); ++s) {
    for (const Run& run : shares[s].runs.pattern)
      pattern_.push_back(
          {run.at, run.source_local, run.target_local, run.length, static_cast<int>(s)});
    count_ += shares[s].runs.count();
    tiles_ += shares[s].runs.run_count();
  }
  std::sort(pattern_.begin(), pattern_.end(),
            [](const Tile& a, const Tile& b) { return a.at < b.at; });
  if (join) join_neighbours();
}

Mosaic::Mosaic(const RunList& runs, PackedEnd packed_end)
    : period_(runs.period),
      source_step_(runs.source_step),
      target_step_(runs.target_step),
      extent_(runs.extent),
      count_(runs.count()),
      tiles_(runs.run_count()) {
  Index packed = 0;
  for (const Run& run : runs.pattern) {
    pattern_.push_back({run.at, packed_end == PackedEnd::Source ? packed : run.source_local,
                        packed_end == PackedEnd::Target ? packed : run.target_local, run.length,
                        0});
    packed += run.length;
  }
  if (packed_end == PackedEnd::Source) source_step_ = packed;
  if (packed_end == PackedEnd::Target) target_step_ = packed;
  if (!pattern_.empty()) join_neighbours();
}

void Mosaic::assign(const std::vector<Tile>& tiles) {
  pattern_ = tiles;
  count_ = 0;
  for (const Tile& tile : tiles) {
    count_ += tile.length;
    extent_ = tile.at + tile.length;
  }
  tiles_ = std::ssize(tiles);
  period_ = std::max<Index>(extent_, 1);
}

void Mosaic::join_neighbours() {
  // Joined tiles lose their indices, so a period that the range's end cuts could not be cut any
  // more.
  const bool whole_periods = extent_ % period_ == 0 || period_ >= extent_;
  if (!whole_periods) {
    // A single source with contiguous memory on both sides is one tile, cut or not.
    const Tile& first = pattern_.front();
    bool seamless = source_step_ == target_step_;
    Index length = 0;
    for (const Tile& tile : pattern_) {
      seamless = seamless && tile.share == first.share &&
                 tile.source_local == first.source_local + length &&
                 tile.target_local == first.target_local + length;
      length += tile.length;
    }
    if (!seamless || length != source_step_) return;
  }
  std::vector<Tile> joined;
  for (const Tile& tile : pattern_) {
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
      joined.size() == 1 &&
      (period_ >= extent_ || (joined[0].length == source_step_ && source_step_ == target_step_));
  if (one_for_all) {
    joined[0].at = 0;
    joined[0].length = count_;
    period_ = extent_ = count_;
  }
  tiles_ = tiles_ / static_cast<Index>(pattern_.size()) * static_cast<Index>(joined.size());
  if (one_for_all) tiles_ = 1;
  pattern_ = std::move(joined);
}

}  // namespace ashlar::detail
