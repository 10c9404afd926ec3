// SPDX-License-Identifier: BSD-3-Clause
#include "panel_pull.hpp"

#include <algorithm>

#include "combined_pull.hpp"
#include "pull_tables.hpp"

namespace ashlar::detail {
namespace {

constexpr Index band = 32;  // lines of a transposed target end there
// Fewer columns would write the target in too small parts.
constexpr Index fewest_columns = 8, fewest_turned = 16;
// Under a triangle, all columns of a panel are read to the longest.
constexpr Index most_under_triangle = 64;
// Largest growth factor of the buffer by unused columns.
constexpr Index widest = 4;

class Worker {
 public:
  Worker(const PanelPull& pull, const PullTarget& target, const Combine& combine, bool stream,
         const mpi::PeerMemory& peers, Scratch& scratch)
      : pull_(pull),
        target_(target),
        combine_(combine),
        stream_(stream),
        size_(pull.element_bytes),
        plain_(pull.triangle.uplo == Uplo::General),
        inner_triangle_(pull.turned ? pull.triangle.transposed() : pull.triangle),
        reader_(peers, scratch, size_, pull.inner_shares, pull.outer_shares, pull.turned, !plain_) {
  }

  /// Cuts the inner dimension for panels of enough columns. Returns the used buffer bytes.
  Index run(const std::vector<PanelSource>& sources) {
    const Index line = std::max<Index>(1, 64 / size_);
    const Index most = std::max(
        line, pull_.panel_bytes / ((pull_.turned ? fewest_turned : fewest_columns) * size_));
    Index elements = 0;
    const auto flush = [&] {
      if (tiles_.empty()) return;
      run_chunk(sources);
      tiles_.clear();
      elements = 0;
    };
    const Range wanted =
        inner_triangle_.rows_of_any({0, pull_.outer->extent()}, {0, pull_.inner->extent()});
    for_each_tile(*pull_.inner, wanted, [&](Tile tile) {
      while (tile.length > 0) {
        if (std::ssize(tiles_) == most_stretches) flush();
        Index length = tile.length;
        if (length > most - elements) {
          length = most - elements;
          // Whole lines of the target.
          const Index past = pull_.turned ? 0 : (tile.target_local + length) % line;
          if (past < length) length -= past;
        }
        tiles_.push_back(take_front(tile, length));
        elements += length;
        if (elements + line > most) flush();
      }
    });
    flush();
    return reader_.buffer_bytes();
  }

 private:
  /// Tiles that a triangle cuts need valid indices.
  template <class F>
  void for_each_tile(const Mosaic& mosaic, Range wanted, F&& f) const {
    plain_ ? mosaic.for_each(f) : mosaic.for_each_indexed(f, wanted);
  }

  /// Pulls the tiles' part of every column.
  void run_chunk(const std::vector<PanelSource>& sources) {
    reader_.begin_chunk(tiles_, sources);
    inner_tiles_ = tiles_;
    for (Tile& tile : inner_tiles_) tile.source_local -= reader_.first_place(tile.share);
    inner_.assign(inner_tiles_);
    const Range wanted =
        inner_triangle_.transposed().rows_of_any(chunk(), {0, pull_.outer->extent()});
    for_each_tile(*pull_.outer, wanted, [&](Tile tile) {
      while (tile.length > 0) {
        const Index length = std::min(tile.length, room_for(tile));
        if (length > 0) add(take_front(tile, length));
        else end_panel();
      }
    });
    run_panel();
  }

  /// Number of a tile's columns that fit into the panel.
  Index room_for(const Tile& tile) const {
    const Index most = plain_ ? tile.length : most_under_triangle - panel_columns_;
    if (std::ssize(panel_) >= most_stretches || most == 0) return 0;
    const PanelReader::Cost column = reader_.cost_of(tile.share), &used = reader_.cost();
    if (column.stretches == 0) return most;
    const Index room =
        std::min({most, (pull_.panel_bytes - used.bytes) / column.bytes,
                  (most_stretches - used.stretches) / column.stretches,
                  (widest * pull_.panel_bytes - used.buffer_bytes) / column.buffer_bytes -
                      reader_.columns_before(tile)});
    return panel_.empty() ? std::max<Index>(room, 1) : room;
  }

  void add(const Tile& tile) {
    panel_.push_back(tile);
    panel_columns_ += tile.length;
    reader_.add(tile);
  }

  /// Pulls a full panel up to whole lines of the target; the rest starts the next.
  void end_panel() {
    std::vector<Tile> behind;
    if (pull_.turned) {
      const Index end = panel_.back().target_local + panel_.back().length;
      const Index whole = end - end % band;
      while (panel_.front().target_local < whole &&
             panel_.back().target_local + panel_.back().length > whole) {
        Tile rest = panel_.back();
        panel_.pop_back();
        if (rest.target_local < whole)
          panel_.push_back(take_front(rest, whole - rest.target_local));
        behind.push_back(rest);
      }
    }
    run_panel();
    for (; !behind.empty(); behind.pop_back()) add(behind.back());
  }

  void run_panel() {
    if (panel_.empty()) return;
    if (!plain_) find_kept();
    const std::vector<PullSource>& sources = reader_.read(panel_, kept_);
    for (Tile& tile : panel_) tile.source_local -= reader_.first_column(tile.share);
    if (plain_) {  // joined tiles have no valid indices
      Index at = 0;
      for (Tile& tile : panel_) at = (tile.at = at) + tile.length;
    }
    outer_.assign(panel_);
    const Pull pull{.along = pull_.turned ? &outer_ : &inner_,
                    .across = pull_.turned ? &inner_ : &outer_,
                    .turned = pull_.turned,
                    .element_bytes = pull_.element_bytes,
                    .conjugate = pull_.conjugate,
                    .triangle = pull_.triangle,
                    .across_shares = pull_.turned ? pull_.inner_shares : pull_.outer_shares,
                    .tables = &tables_};
    pull_into(target_, combine_, pull, sources, stream_);
    panel_.clear();
    panel_columns_ = 0;
    reader_.begin_panel();
  }

  /// The chunk's inner indices in the triangle, over a tile's columns.
  Range kept_of(const Tile& tile) const {
    return inner_triangle_.rows_of_any({tile.at, tile.at + tile.length}, chunk());
  }
  Range chunk() const {
    return {inner_tiles_.front().at, inner_tiles_.back().at + inner_tiles_.back().length};
  }

  /// Sets `kept_` to that hull over the panel, by outer share.
  void find_kept() {
    kept_.assign(static_cast<std::size_t>(pull_.outer_shares), {0, 0});
    for (const Tile& tile : panel_) {
      Range& kept = kept_[static_cast<std::size_t>(tile.share)];
      kept = hull(kept, kept_of(tile));
    }
  }

  const PanelPull& pull_;
  const PullTarget& target_;
  const Combine& combine_;
  bool stream_;
  Index size_;
  bool plain_;
  Triangle inner_triangle_;                // its rows count along the inner dimension
  std::vector<Tile> tiles_, inner_tiles_;  // of the chunk: places in the sources, in the buffer
  std::vector<Tile> panel_;
  Index panel_columns_ = 0;
  std::vector<Range> kept_;  // by outer share
  Mosaic inner_, outer_;
  PullTables tables_;
  PanelReader reader_;
};

}  // namespace

Index PanelPull::run(const std::vector<PanelSource>& sources, const PullTarget& target,
                     const Combine& combine, bool stream, const mpi::PeerMemory& peers,
                     Scratch& scratch) const {
  return Worker(*this, target, combine, stream, peers, scratch).run(sources);
}

}  // namespace ashlar::detail
