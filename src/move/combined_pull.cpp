// SPDX-License-Identifier: BSD-3-Clause
#include "combined_pull.hpp"

#include <memory>

namespace ashlar::detail {
namespace {

// Of a patch: long enough for vectors and whole lines of source and target, small enough for the
// second-level cache.
constexpr Index most_along = 128, most_across_bytes = 512;
// From one column of the panel to the next: whole lines, but not a power of two of them.
constexpr Index panel_ld = most_along + 64;

/// Elements that follow each other in the target and in the panel.
struct Segment {
  Index at, target_local, panel, length;
};

/// Calls f(tiles) for stretches of at most `most` elements of a mosaic, in its order, joined or
/// with their indices; it may change them.
template <class F>
void for_each_stretch(const Mosaic& mosaic, bool joined, Index most, std::vector<Tile>& tiles,
                      F&& f) {
  tiles.clear();
  Index count = 0;
  const auto take = [&](Tile tile) {
    while (tile.length > 0) {
      const Index length = std::min(tile.length, most - count);
      tiles.push_back({tile.at, tile.source_local, tile.target_local, length, tile.share});
      tile.at += length;
      tile.source_local += length;
      tile.target_local += length;
      tile.length -= length;
      count += length;
      if (count < most) continue;
      f(tiles);
      tiles.clear();
      count = 0;
    }
  };
  joined ? mosaic.for_each(take) : mosaic.for_each_indexed(take);
  if (count > 0) f(tiles);
}

class CombinedPuller {
 public:
  CombinedPuller(const Pull& pull, const Combine& combine, const std::vector<PullSource>& sources,
                 std::byte* target, Index target_ld, const KernelSet& kernels)
      : combine_(combine),
        sources_(sources),
        target_(target),
        target_ld_(target_ld),
        kernels_(kernels),
        into_panel_(pull),
        plain_(pull.triangle.uplo == Uplo::General),
        panel_(std::make_unique_for_overwrite<Line[]>(
            static_cast<std::size_t>(panel_ld * most_across_bytes / 64))) {
    into_panel_.along = &along_;
    into_panel_.across = &across_;
    into_panel_.conjugate = Conjugate::No;
  }

  void run(const Mosaic& along, const Mosaic& across) {
    for_each_stretch(along, plain_, most_along, along_tiles_, [&](std::vector<Tile>& rows) {
      pack(rows, along_, row_segments_);
      const Index most_across = std::min<Index>(64, most_across_bytes / combine_.source_bytes());
      for_each_stretch(across, plain_, most_across, across_tiles_, [&](std::vector<Tile>& columns) {
        pack(columns, across_, column_segments_);
        into_panel_.run(sources_, panel_[0].bytes, panel_ld, kernels_, false);
        combine_panel();
      });
    });
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };

  /// Makes `packed` the tiles with their places in the panel, and `segments` where those go from
  /// there.
  void pack(std::vector<Tile>& tiles, Mosaic& packed, std::vector<Segment>& segments) const {
    segments.clear();
    Index place = 0;
    for (Tile& tile : tiles) {
      if (plain_) tile.at = place;  // joined tiles have lost their indices
      const bool follows =
          !segments.empty() &&
          segments.back().target_local + segments.back().length == tile.target_local &&
          segments.back().at + segments.back().length == tile.at;
      if (follows) segments.back().length += tile.length;
      else segments.push_back({tile.at, tile.target_local, place, tile.length});
      tile.target_local = place;
      place += tile.length;
    }
    packed.assign(tiles);
  }

  void combine_panel() const {
    const Triangle& triangle = into_panel_.triangle;
    for (const Segment& column : column_segments_) {
      for (Index j = 0; j < column.length; ++j) {
        const std::byte* from =
            panel_[0].bytes + (column.panel + j) * panel_ld * combine_.source_bytes();
        std::byte* to = target_ + (column.target_local + j) * target_ld_ * combine_.target_bytes();
        for (const Segment& row : row_segments_) {
          const Range kept = triangle.rows_of(column.at + j, {row.at, row.at + row.length});
          const Index skipped = kept.first - row.at;
          combine_(to + (row.target_local + skipped) * combine_.target_bytes(), 1,
                   from + (row.panel + skipped) * combine_.source_bytes(), 1, kept.size());
        }
      }
    }
  }

  const Combine& combine_;
  const std::vector<PullSource>& sources_;
  std::byte* target_;
  Index target_ld_;
  const KernelSet& kernels_;
  Pull into_panel_;
  bool plain_;
  Mosaic along_, across_;
  std::vector<Tile> along_tiles_, across_tiles_;
  std::vector<Segment> row_segments_, column_segments_;
  std::unique_ptr<Line[]> panel_;
};

}  // namespace

void pull_combined(const Pull& pull, const Combine& combine, const std::vector<PullSource>& sources,
                   std::byte* target, Index target_ld, const KernelSet& kernels) {
  CombinedPuller(pull, combine, sources, target, target_ld, kernels).run(*pull.along, *pull.across);
}

}  // namespace ashlar::detail
