// SPDX-License-Identifier: BSD-3-Clause
#include "panel_pull.hpp"

#include <algorithm>
#include <limits>

#include "combined_pull.hpp"

namespace ashlar::detail {
namespace {

/// About as long as the system takes for one stretch more, it copies so many bytes.
constexpr Index gap_bytes = 2048;
constexpr Index most_stretches = 8192;  // and tiles: their tables stay in cache
constexpr Index band = 32;              // lines of a transposed target end there
// Panels have at least so many columns, lest the target is written in too small parts.
constexpr Index fewest_columns = 8, fewest_turned = 16;
constexpr Index page = 4096;
constexpr Index unlimited = std::numeric_limits<Index>::max() / 8;

class Worker {
 public:
  Worker(const PanelPull& pull, const TargetBlock& target, bool stream,
         const mpi::PeerMemory& peers, Scratch& scratch)
      : pull_(pull),
        target_(target),
        stream_(stream),
        peers_(peers),
        scratch_(scratch),
        size_(pull.element_bytes),
        plain_(pull.triangle.uplo == Uplo::General),
        needs_(static_cast<std::size_t>(pull.inner_shares)),
        views_(needs_.size()),
        pulled_(needs_.size()),
        offsets_(needs_.size()) {}

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
        tiles_.push_back(part(tile, length));
        elements += length;
        if (elements + line > most) flush();
      }
    });
    flush();
    return buffer_bytes_;
  }

 private:
  /// What is wanted of an inner share: its places in the source's columns.
  struct Need {
    Range places;
    Index elements = 0, tiles = 0;
  };

  /// How a source's panel is read and where it lies in the buffer.
  struct View {
    bool by_tiles = false;    // the gaps between them are not read
    bool by_columns = false;  // nor those between columns
    Index stride = 0;         // elements from one column in the buffer to the next
  };

  /// Tiles that a triangle cuts must know their indices.
  template <class F>
  void for_each_tile(const Mosaic& mosaic, F&& f) const {
    plain_ ? mosaic.for_each(f) : mosaic.for_each_indexed(f);
  }

  /// Takes the first `length` elements off a tile.
  static Tile part(Tile& tile, Index length) {
    Tile first = tile;
    first.length = length;
    tile.at += length;
    tile.source_local += length;
    tile.target_local += length;
    tile.length -= length;
    return first;
  }

  /// Makes `needs_` what is wanted of each share in the tiles at the indices `kept`.
  void find_needs(Range kept) {
    std::fill(needs_.begin(), needs_.end(), Need{});
    for (const Tile& tile : tiles_) {
      const Range here = clip(tile, kept);
      if (here.empty()) continue;
      Need& need = needs_[static_cast<std::size_t>(tile.share)];
      if (need.tiles == 0) need.places.first = here.first;
      need.places.last = here.last;
      need.elements += here.size();
      ++need.tiles;
    }
  }

  /// The places of a tile's elements whose indices are in `kept`.
  static Range clip(const Tile& tile, Range kept) {
    const Range at = intersection({tile.at, tile.at + tile.length}, kept);
    return {tile.source_local + at.first - tile.at, tile.source_local + at.last - tile.at};
  }

  /// Makes the tiles the inner side of pulls; their places count from the first of each share.
  void start_chunk() {
    find_needs({0, unlimited});
    chunk_ = needs_;
    inner_tiles_ = tiles_;
    for (Tile& tile : inner_tiles_)
      tile.source_local -= chunk_[static_cast<std::size_t>(tile.share)].places.first;
    inner_.assign(inner_tiles_);
  }

  void run_share(const Mosaic& outer, const std::vector<PanelSource>& sources) {
    sources_ = &sources;
    const Index columns = plan_views();
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
        panel_.push_back(part(tile, length));
        count += length;
        if (is_cut || count == columns) flush();
      }
    });
    flush();
  }

  /// Decides how each source is read; returns how many columns a panel has.
  Index plan_views() {
    Index column_elements = 0, column_stretches = 0;
    for (std::size_t s = 0; s < needs_.size(); ++s) {
      const PanelSource& source = (*sources_)[s];
      const Need& need = chunk_[s];
      if (!source.peer || need.tiles == 0) continue;
      View& view = views_[s];
      const Index span = need.places.size();
      view.by_tiles =
          need.tiles > 1 && (span - need.elements) * size_ >= gap_bytes * (need.tiles - 1);
      // Columns that all start at one place of a page would crowd out each other.
      const bool is_crowded = source.ld * size_ % page == 0 && span * size_ >= gap_bytes;
      view.by_columns =
          view.by_tiles || !plain_ || is_crowded || (source.ld - span) * size_ >= gap_bytes;
      view.stride = view.by_columns ? padded(span) : source.ld;
      column_elements += view.by_tiles ? need.elements : span;
      column_stretches += view.by_tiles ? need.tiles : 1;
    }
    if (column_elements == 0) return unlimited;
    const Index columns = std::clamp<Index>(pull_.panel_bytes / (column_elements * size_), 1,
                                            std::max<Index>(1, most_stretches / column_stretches));
    return pull_.turned && columns > band ? columns - columns % band : columns;
  }

  /// Whole lines for so many elements, and no whole number of pages.
  Index padded(Index elements) const {
    const Index line = 64 / size_;
    const Index lines = (elements + line - 1) / line;
    return (lines + (lines * 64 % page == 0 ? 1 : 0)) * line;
  }

  void run_panel() {
    const Range columns{panel_.front().source_local,
                        panel_.back().source_local + panel_.back().length};
    const Range kept = kept_indices();
    if (kept.empty()) return;
    if (!plain_) find_needs(kept);
    read_panel(columns, kept);

    for (Tile& tile : panel_) tile.source_local -= columns.first;
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
                    .across_shares = pull_.turned ? pull_.inner_shares : 1};
    pull_into(target_, pull, pulled_, stream_);
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

  /// Puts the sources' columns into the buffer and makes `pulled_` what the kernels see of them.
  void read_panel(Range columns, Range kept) {
    Index bytes = 0;
    for (std::size_t s = 0; s < needs_.size(); ++s) {
      if (!(*sources_)[s].peer || needs_[s].tiles == 0) continue;
      offsets_[s] = bytes;
      bytes += padded(columns.size() * views_[s].stride) * size_;
    }
    if (bytes > buffer_bytes_) {
      buffer_.release();
      buffer_ = scratch_.take(bytes);
      buffer_bytes_ = bytes;
    }
    for (std::size_t s = 0; s < needs_.size(); ++s) {
      const PanelSource& source = (*sources_)[s];
      const Index first = chunk_[s].places.first;
      if (!source.peer) {
        pulled_[s] = {source.data + (first + columns.first * source.ld) * size_, source.ld};
      } else if (needs_[s].tiles > 0) {
        pulled_[s] = {buffer_.data() + offsets_[s], views_[s].stride};
        list_stretches(s, columns.first, kept);
        peers_.read(*source.peer, stretches_);
      }
    }
  }

  void list_stretches(std::size_t share, Index first_column, Range kept) {
    stretches_.clear();
    const PanelSource& source = (*sources_)[share];
    const View& view = views_[share];
    const Need& need = needs_[share];
    std::byte* const buffer = buffer_.data() + offsets_[share];
    const Index first_place = chunk_[share].places.first;
    const auto add = [&](Index column, Range places, Index columns) {
      stretches_.push_back(
          {buffer + (places.first - first_place + (column - first_column) * view.stride) * size_,
           source.data + (places.first + column * source.ld) * size_,
           ((columns - 1) * source.ld + places.size()) * size_});
    };
    for (const Tile& outer : panel_) {
      if (!view.by_columns) {
        add(outer.source_local, need.places, outer.length);
        continue;
      }
      for (Index column = outer.source_local; column < outer.source_local + outer.length;
           ++column) {
        if (!view.by_tiles) {
          add(column, need.places, 1);
          continue;
        }
        for (const Tile& tile : tiles_) {
          const Range places = clip(tile, kept);
          if (tile.share == static_cast<int>(share) && !places.empty()) add(column, places, 1);
        }
      }
    }
  }

  const PanelPull& pull_;
  const TargetBlock& target_;
  bool stream_;
  const mpi::PeerMemory& peers_;
  Scratch& scratch_;
  Index size_;
  bool plain_;
  std::vector<Tile> tiles_, inner_tiles_;  // of the chunk: places in the sources, in the buffer
  std::vector<Need> needs_, chunk_;        // of the panel, of the chunk
  std::vector<Tile> panel_;
  Mosaic inner_, outer_;
  const std::vector<PanelSource>* sources_ = nullptr;
  std::vector<View> views_;
  std::vector<PullSource> pulled_;
  Scratch::Lease buffer_;
  Index buffer_bytes_ = 0;
  std::vector<Index> offsets_;  // of the panels in the buffer, in bytes
  std::vector<mpi::PeerRead> stretches_;
};

}  // namespace

Index PanelPull::run(const SourcesOf& sources_of, std::size_t first_outer,
                     const TargetBlock& target, bool stream, const mpi::PeerMemory& peers,
                     Scratch& scratch) const {
  return Worker(*this, target, stream, peers, scratch).run(sources_of, first_outer);
}

}  // namespace ashlar::detail
