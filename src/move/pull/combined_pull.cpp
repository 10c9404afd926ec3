// SPDX-License-Identifier: BSD-3-Clause
#include "combined_pull.hpp"

#include <cstdint>
#include <memory>

#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

// Patch: long enough for vectors and whole lines at both ends, small enough for the second-level
// cache.
constexpr Index most_along = 128, most_across = 64, most_across_bytes = 512;
// Leading dimension of the panel: whole lines, but not a power of two.
constexpr Index panel_ld = most_along + 64;
constexpr Index chunk_bytes = 4096;
constexpr Index least_streamed = 128;  // bytes

/// Elements of one share that are contiguous in target and panel.
struct Segment {
  Index at, target_local, panel, length;
  int share;
};

/// True if the triangle excludes all elements of rows x columns.
bool keeps_nothing(const Triangle& triangle, Range rows, Range cols) {
  if (triangle.uplo == Uplo::Lower) return !triangle.contains(rows.last - 1, cols.first);
  return triangle.uplo == Uplo::Upper && !triangle.contains(rows.first, cols.last - 1);
}

/// True if the triangle includes all of them.
bool keeps_all(const Triangle& triangle, Range rows, Range cols) {
  if (triangle.uplo == Uplo::Lower) return triangle.contains(rows.first, cols.last - 1);
  return triangle.uplo == Uplo::General || triangle.contains(rows.last - 1, cols.first);
}

class CombinedPuller {
 public:
  CombinedPuller(const Pull& pull, const Combine& combine, const std::vector<PullSource>& sources,
                 std::byte* target, Index target_ld, const KernelSet& kernels, bool stream)
      : pull_(pull),
        combine_(combine),
        sources_(sources),
        target_(target),
        target_ld_(target_ld),
        kernels_(kernels),
        streams_(stream && !combine.reads_target()),
        has_absent_(has_absent(sources)) {}

  void run() {
    const bool in_place = !pull_.turned && pull_.along->mean_length() * combine_.source_bytes() >=
                                               tuning().combined_run_bytes;
    in_place ? by_runs() : by_patches();
    if (streams_) kernels_.fence();
  }

 private:
  const PullSource& source_of(int along_share, int across_share) const {
    return sources_[static_cast<std::size_t>(along_share * pull_.across_shares + across_share)];
  }

  /// Calls f(Tile) for tiles of one side; a triangle restricts them, and joins to contiguous
  /// indices.
  template <class F>
  void for_each_tile(const Mosaic& mosaic, F&& f) const {
    if (pull_.triangle.uplo == Uplo::General) return mosaic.for_each(f);
    Tile joined;
    const auto join = [&](const Tile& tile) {
      if (follows(tile, joined) && joined.at + joined.length == tile.at) {
        joined.length += tile.length;
      } else {
        if (joined.length > 0) f(joined);
        joined = tile;
      }
    };
    mosaic.for_each_indexed(join, &mosaic == pull_.along ? pull_.rows() : pull_.columns());
    if (joined.length > 0) f(joined);
  }

  /// Combines column by column, without a panel.
  void by_runs() {
    const Index source_bytes = combine_.source_bytes();
    along_tiles_.clear();
    for_each_tile(*pull_.along, [&](const Tile& tile) { along_tiles_.push_back(tile); });
    for_each_tile(*pull_.across, [&](const Tile& across) {
      for (Index j = 0; j < across.length; ++j) {
        for (const Tile& along : along_tiles_) {
          const PullSource& source = source_of(along.share, across.share);
          if (source.data == nullptr) continue;
          const Range kept =
              pull_.triangle.rows_of(across.at + j, {along.at, along.at + along.length});
          const Index skipped = kept.first - along.at;
          put(along.target_local + skipped, across.target_local + j,
              source.data + (along.source_local + skipped + (across.source_local + j) * source.ld) *
                                source_bytes,
              kept.size());
        }
      }
    });
  }

  void by_patches() {
    panel_ = std::make_unique_for_overwrite<CacheLine[]>(
        static_cast<std::size_t>(panel_ld * most_across_bytes / line_bytes));
    const Index columns = std::min(most_across, most_across_bytes / combine_.source_bytes());
    for_each_stretch(*pull_.along, most_along, along_tiles_, [&](std::vector<Tile>& rows) {
      const Range row_hull = pack(rows, along_, row_segments_);
      for_each_stretch(*pull_.across, columns, across_tiles_, [&](std::vector<Tile>& cols) {
        const Range col_hull = pack(cols, across_, column_segments_);
        if (keeps_nothing(pull_.triangle, row_hull, col_hull)) return;
        if (!streams_) fetch_target();
        const bool whole = keeps_all(pull_.triangle, row_hull, col_hull);
        const Pull into_panel{.along = &along_,
                              .across = &across_,
                              .turned = pull_.turned,
                              .element_bytes = pull_.element_bytes,
                              .triangle = whole ? Triangle{} : pull_.triangle,
                              .across_shares = pull_.across_shares};
        into_panel.run(sources_, panel_[0].bytes, panel_ld, kernels_, false);
        put_panel();
      });
    });
  }

  /// Calls f(tiles) for consecutive stretches of at most `most` elements; f may change them.
  template <class F>
  void for_each_stretch(const Mosaic& mosaic, Index most, std::vector<Tile>& tiles, F&& f) const {
    tiles.clear();
    Index count = 0;
    for_each_tile(mosaic, [&](Tile tile) {
      while (tile.length > 0) {
        const Index length = std::min(tile.length, most - count);
        tiles.push_back(take_front(tile, length));
        count += length;
        if (count < most) continue;
        f(tiles);
        tiles.clear();
        count = 0;
      }
    });
    if (count > 0) f(tiles);
  }

  /// Sets `packed` to the tiles with panel indices, and `segments` to their targets. Returns the
  /// hull of the indices.
  Range pack(std::vector<Tile>& tiles, Mosaic& packed, std::vector<Segment>& segments) const {
    const bool general = pull_.triangle.uplo == Uplo::General;
    const Range hull{tiles.front().at, tiles.back().at + tiles.back().length};
    segments.clear();
    Index place = 0;
    for (Tile& tile : tiles) {
      if (!segments.empty() && extends(segments.back(), tile, general))
        segments.back().length += tile.length;
      else segments.push_back({tile.at, tile.target_local, place, tile.length, tile.share});
      if (general) tile.at = place;
      tile.target_local = place;
      place += tile.length;
    }
    packed.assign(tiles);
    return hull;
  }

  bool extends(const Segment& segment, const Tile& tile, bool general) const {
    return segment.target_local + segment.length == tile.target_local &&
           (general || segment.at + segment.length == tile.at) &&
           (!has_absent_ || segment.share == tile.share);
  }

  /// Prefetches the target while the panel is filled.
  void fetch_target() const {
    const Index target_bytes = combine_.target_bytes();
    for (const Segment& column : column_segments_)
      for (Index j = 0; j < column.length; ++j)
        for (const Segment& row : row_segments_) {
          const std::byte* const first = place(row.target_local, column.target_local + j);
          for (Index b = 0; b < row.length * target_bytes; b += line_bytes)
            __builtin_prefetch(first + b, 1);
        }
  }

  void put_panel() const {
    for (const Segment& column : column_segments_) {
      for (Index j = 0; j < column.length; ++j) {
        const std::byte* const from =
            panel_[0].bytes + (column.panel + j) * panel_ld * combine_.source_bytes();
        for (const Segment& row : row_segments_) {
          if (has_absent_ && source_of(row.share, column.share).data == nullptr) continue;
          const Range kept = pull_.triangle.rows_of(column.at + j, {row.at, row.at + row.length});
          const Index skipped = kept.first - row.at;
          put(row.target_local + skipped, column.target_local + j,
              from + (row.panel + skipped) * combine_.source_bytes(), kept.size());
        }
      }
    }
  }

  std::byte* place(Index along, Index across) const {
    return target_ + (along + across * target_ld_) * combine_.target_bytes();
  }

  /// Combines `count` elements into a target column.
  void put(Index along, Index across, const std::byte* from, Index count) const {
    std::byte* to = place(along, across);
    const Index target_bytes = combine_.target_bytes();
    if (!streams_ || count * target_bytes < least_streamed) return combine_(to, 1, from, 1, count);
    alignas(line_bytes) std::byte chunk[chunk_bytes];
    while (count > 0) {
      // Chunks end at cache lines of the target.
      const Index in_line = static_cast<Index>(reinterpret_cast<std::uintptr_t>(to) % line_bytes);
      const Index length = std::min(count, (chunk_bytes - in_line) / target_bytes);
      const Index bytes = length * target_bytes;
      combine_(chunk, 1, from, 1, length);
      kernels_.copy(to, chunk, bytes, true);
      to += bytes;
      from += length * combine_.source_bytes();
      count -= length;
    }
  }

  const Pull& pull_;
  const Combine& combine_;
  const std::vector<PullSource>& sources_;
  std::byte* target_;
  Index target_ld_;
  const KernelSet& kernels_;
  bool streams_, has_absent_;
  Mosaic along_, across_;
  std::vector<Tile> along_tiles_, across_tiles_;
  std::vector<Segment> row_segments_, column_segments_;
  std::unique_ptr<CacheLine[]> panel_;
};

}  // namespace

void pull_combined(const Pull& pull, const Combine& combine, const std::vector<PullSource>& sources,
                   std::byte* target, Index target_ld, const KernelSet& kernels, bool stream) {
  CombinedPuller(pull, combine, sources, target, target_ld, kernels, stream).run();
}

}  // namespace ashlar::detail
