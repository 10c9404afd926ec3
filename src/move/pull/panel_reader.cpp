// SPDX-License-Identifier: BSD-3-Clause
#include "panel_reader.hpp"

#include <algorithm>
#include <limits>

namespace ashlar::detail {
namespace {

/// About as long as the system takes for one stretch more, it copies so many bytes.
constexpr Index gap_bytes = 2048;
constexpr Index line_bytes = 64, page_bytes = 4096;
constexpr Range all_indices{0, std::numeric_limits<Index>::max()};

/// The places of a tile's elements whose indices are in `kept`.
Range clip(const Tile& tile, Range kept) {
  const Range at = intersection({tile.at, tile.at + tile.length}, kept);
  return {tile.source_local + at.first - tile.at, tile.source_local + at.last - tile.at};
}

}  // namespace

PanelReader::PanelReader(const mpi::PeerMemory& peers, Scratch& scratch, Index element_bytes,
                         int inner_shares, bool knows_indices)
    : peers_(peers),
      scratch_(scratch),
      size_(element_bytes),
      knows_indices_(knows_indices),
      needs_(static_cast<std::size_t>(inner_shares)),
      views_(needs_.size()),
      read_(needs_.size()) {}

void PanelReader::begin_chunk(const std::vector<Tile>& tiles) {
  tiles_ = &tiles;
  find_needs(all_indices);
  chunk_ = needs_;
}

/// Makes `needs_` what is wanted of each share in the chunk's tiles at the indices `kept`.
void PanelReader::find_needs(Range kept) {
  std::fill(needs_.begin(), needs_.end(), Need{});
  for (const Tile& tile : *tiles_) {
    const Range here = clip(tile, kept);
    if (here.empty()) continue;
    Need& need = needs_[static_cast<std::size_t>(tile.share)];
    if (need.tiles == 0) need.places.first = here.first;
    need.places.last = here.last;
    need.elements += here.size();
    ++need.tiles;
  }
}

std::optional<Index> PanelReader::plan(const std::vector<PanelSource>& sources, Index panel_bytes) {
  sources_ = &sources;
  Index column_elements = 0, column_stretches = 0;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const PanelSource& source = sources[s];
    const Need& need = chunk_[s];
    if (!source.peer || need.tiles == 0) continue;
    View& view = views_[s];
    const Index span = need.places.size();
    view.by_tiles =
        need.tiles > 1 && (span - need.elements) * size_ >= gap_bytes * (need.tiles - 1);
    // Columns that all start at one place of a page would crowd out each other.
    const bool is_crowded = source.ld * size_ % page_bytes == 0 && span * size_ >= gap_bytes;
    view.by_columns =
        view.by_tiles || knows_indices_ || is_crowded || (source.ld - span) * size_ >= gap_bytes;
    view.stride = view.by_columns ? padded(span) : source.ld;
    column_elements += view.by_tiles ? need.elements : span;
    column_stretches += view.by_tiles ? need.tiles : 1;
  }
  if (column_elements == 0) return std::nullopt;
  return std::clamp<Index>(panel_bytes / (column_elements * size_), 1,
                           std::max<Index>(1, most_stretches / column_stretches));
}

/// Whole lines for so many elements, and no whole number of pages.
Index PanelReader::padded(Index elements) const {
  const Index line = line_bytes / size_;
  const Index lines = (elements + line - 1) / line;
  return (lines + (lines * line_bytes % page_bytes == 0 ? 1 : 0)) * line;
}

const std::vector<PullSource>& PanelReader::read(const std::vector<Tile>& panel, Range kept) {
  const Range columns{panel.front().source_local, panel.back().source_local + panel.back().length};
  if (knows_indices_) find_needs(kept);
  reserve(columns.size());
  for (std::size_t s = 0; s < needs_.size(); ++s) {
    const PanelSource& source = (*sources_)[s];
    const Index first = chunk_[s].places.first;
    if (!source.peer) {
      read_[s] = {source.data + (first + columns.first * source.ld) * size_, source.ld};
    } else if (needs_[s].tiles > 0) {
      read_[s] = {buffer_.data() + views_[s].offset_bytes, views_[s].stride};
      list_stretches(s, panel, kept);
      peers_.read(*source.peer, stretches_);
    }
  }
  return read_;
}

/// Gives each source that is read a place in the buffer.
void PanelReader::reserve(Index columns) {
  Index bytes = 0;
  for (std::size_t s = 0; s < needs_.size(); ++s) {
    if (!(*sources_)[s].peer || needs_[s].tiles == 0) continue;
    views_[s].offset_bytes = bytes;
    bytes += padded(columns * views_[s].stride) * size_;
  }
  if (bytes <= buffer_bytes_) return;
  buffer_.release();
  buffer_ = scratch_.take(bytes);
  buffer_bytes_ = bytes;
}

/// Makes `stretches_` what is read of one source, and where it goes.
void PanelReader::list_stretches(std::size_t share, const std::vector<Tile>& panel, Range kept) {
  stretches_.clear();
  const PanelSource& source = (*sources_)[share];
  const View& view = views_[share];
  const Need& need = needs_[share];
  std::byte* const buffer = buffer_.data() + view.offset_bytes;
  const Index first_column = panel.front().source_local;
  const Index first_place = chunk_[share].places.first;
  const auto add = [&](Index column, Range places, Index columns) {
    stretches_.push_back(
        {buffer + (places.first - first_place + (column - first_column) * view.stride) * size_,
         source.data + (places.first + column * source.ld) * size_,
         ((columns - 1) * source.ld + places.size()) * size_});
  };
  for (const Tile& outer : panel) {
    if (!view.by_columns) {
      add(outer.source_local, need.places, outer.length);
      continue;
    }
    for (Index column = outer.source_local; column < outer.source_local + outer.length; ++column) {
      if (!view.by_tiles) {
        add(column, need.places, 1);
        continue;
      }
      for (const Tile& tile : *tiles_) {
        if (tile.share != static_cast<int>(share)) continue;
        const Range places = clip(tile, kept);
        if (!places.empty()) add(column, places, 1);
      }
    }
  }
}

}  // namespace ashlar::detail
