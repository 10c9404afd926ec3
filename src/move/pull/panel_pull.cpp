// SPDX-License-Identifier: BSD-3-Clause
#include "panel_pull.hpp"

#include <algorithm>
#include <limits>

#include "combined_pull.hpp"
#include "pull_tables.hpp"

namespace ashlar::detail {
namespace {

constexpr Index band = 32;  // lines of a transposed target end there
// Panels have at least so many columns, lest the target is written in too small parts.
constexpr Index fewest_columns = 8, fewest_turned = 16;
constexpr Index unlimited = std::numeric_limits<Index>::max() / 8;

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
        reader_(peers, scratch, size_, pull.inner_shares, !plain_) {}

  /// Cuts the inner dimension so that panels have enough columns. Returns the bytes of buffer that
  /// it needed.
  Index run(const PanelPull::SourcesOf& sources_of, std::size_t first_outer) {
    const Index line = 64 / size_;
    const Index most = std::max(
        line, pull_.panel_bytes / ((pull_.turned ? fewest_turned : fewest_columns) * size_));
    Index elements = 0;
    const auto flush = [&] {
      if (tiles_.empty()) return;
      start_chunk();
      for (std::size_t k = 0; k < pull_.outer->size(); ++k) {
        const std::size_t share = (first_outer + k) % pull_.outer->size();
        run_share((*pull_.outer)[share], sources_of(share));
      }
      tiles_.clear();
      elements = 0;
    };
    for_each_tile(*pull_.inner, [&](Tile tile) {
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
  /// Tiles that a triangle cuts must know their indices.
  template <class F>
  void for_each_tile(const Mosaic& mosaic, F&& f) const {
    plain_ ? mosaic.for_each(f) : mosaic.for_each_indexed(f);
  }

  /// Makes the tiles the inner side of pulls; their places count from the first of each share.
  void start_chunk() {
    reader_.begin_chunk(tiles_);
    inner_tiles_ = tiles_;
    for (Tile& tile : inner_tiles_) tile.source_local -= reader_.first_place(tile.share);
    inner_.assign(inner_tiles_);
  }

  void run_share(const Mosaic& outer, const std::vector<PanelSource>& sources) {
    const Index columns = columns_of_panel(sources);
    const Index most_span = columns == unlimited ? unlimited : 4 * columns;
    Index count = 0;
    const auto flush = [&] {
      if (count > 0) run_panel();
      panel_.clear();
      count = 0;
    };
    for_each_tile(outer, [&](Tile tile) {
      while (tile.length > 0) {
        if (std::ssize(panel_) == most_stretches ||
            (!panel_.empty() && tile.source_local - panel_.front().source_local >= most_span))
          flush();
        Index length = std::min(tile.length, columns - count);
        if (!panel_.empty())
          length = std::min(length, panel_.front().source_local + most_span - tile.source_local);
        if (length < tile.length && pull_.turned) {
          // Whole lines of the target.
          const Index past = (tile.target_local + length) % band;
          if (past < length) length -= past;
        }
        const bool is_cut = length < tile.length;
        panel_.push_back(take_front(tile, length));
        count += length;
        if (is_cut || count == columns) flush();
      }
    });
    flush();
  }

  Index columns_of_panel(const std::vector<PanelSource>& sources) {
    const Index columns = reader_.plan(sources, pull_.panel_bytes).value_or(unlimited);
    const bool in_bands = pull_.turned && columns > band && columns != unlimited;
    return in_bands ? columns - columns % band : columns;
  }

  void run_panel() {
    const Range kept = kept_indices();
    if (kept.empty()) return;
    const std::vector<PullSource>& sources = reader_.read(panel_, kept);

    const Index first_column = panel_.front().source_local;
    for (Tile& tile : panel_) tile.source_local -= first_column;
    if (plain_) {  // joined tiles do not know their indices
      Index at = 0;
      for (Tile& tile : panel_) at = (tile.at = at) + tile.length;
    }
    for (Tile& tile : panel_) tile.share = 0;
    outer_.assign(panel_);
    const Pull pull{.along = pull_.turned ? &outer_ : &inner_,
                    .across = pull_.turned ? &inner_ : &outer_,
                    .turned = pull_.turned,
                    .element_bytes = pull_.element_bytes,
                    .conjugate = pull_.conjugate,
                    .triangle = pull_.triangle,
                    .across_shares = pull_.turned ? pull_.inner_shares : 1,
                    .tables = &tables_};
    pull_into(target_, combine_, pull, sources, stream_);
  }

  /// The inner indices that the triangle keeps in some column of the panel.
  Range kept_indices() const {
    const Range all{inner_tiles_.front().at, inner_tiles_.back().at + inner_tiles_.back().length};
    if (plain_) return all;
    const auto of_column = [&](Index at) {
      return pull_.turned ? pull_.triangle.cols_of(at, all) : pull_.triangle.rows_of(at, all);
    };
    const Range first = of_column(panel_.front().at),
                last = of_column(panel_.back().at + panel_.back().length - 1);
    return {std::min(first.first, last.first), std::max(first.last, last.last)};
  }

  const PanelPull& pull_;
  const PullTarget& target_;
  const Combine& combine_;
  bool stream_;
  Index size_;
  bool plain_;
  std::vector<Tile> tiles_, inner_tiles_;  // of the chunk: places in the sources, in the buffer
  std::vector<Tile> panel_;
  Mosaic inner_, outer_;
  PullTables tables_;
  PanelReader reader_;
};

}  // namespace

Index PanelPull::run(const SourcesOf& sources_of, std::size_t first_outer, const PullTarget& target,
                     const Combine& combine, bool stream, const mpi::PeerMemory& peers,
                     Scratch& scratch) const {
  return Worker(*this, target, combine, stream, peers, scratch).run(sources_of, first_outer);
}

}  // namespace ashlar::detail
