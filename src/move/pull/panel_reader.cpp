// SPDX-License-Identifier: BSD-3-Clause
#include "panel_reader.hpp"

#include <algorithm>
#include <limits>

#include "base/tuning.hpp"
#include "move/kernels/tasks.hpp"

namespace ashlar::detail {
namespace {

constexpr Index page_bytes = 4096;
constexpr Range all_indices{0, std::numeric_limits<Index>::max()};

/// Local indices of a tile's elements with indices in `kept`.
Range clip(const Tile& tile, Range kept) {
  const Range at = intersection({tile.at, tile.at + tile.length}, kept);
  return {tile.source_local + at.first - tile.at, tile.source_local + at.last - tile.at};
}

}  // namespace

PanelReader::PanelReader(const mpi::PeerMemory& peers, Scratch& scratch, Index element_bytes,
                         int inner_shares, int outer_shares, bool turned, bool has_indices)
    : peers_(peers),
      scratch_(scratch),
      size_(element_bytes),
      turned_(turned),
      has_indices_(has_indices),
      needs_(static_cast<std::size_t>(inner_shares)),
      columns_(static_cast<std::size_t>(outer_shares)),
      views_(needs_.size() * columns_.size()),
      read_(views_.size()) {}

void PanelReader::begin_chunk(const std::vector<Tile>& tiles,
                              const std::vector<PanelSource>& sources) {
  tiles_ = &tiles;
  sources_ = &sources;
  find_needs(all_indices);
  chunk_ = needs_;
  for (std::size_t o = 0; o < columns_.size(); ++o) {
    columns_[o].cost = {};
    for (std::size_t i = 0; i < chunk_.size(); ++i) {
      const std::size_t s = source_number(i, o);
      views_[s] = {};
      if (sources[s].is_read() && chunk_[i].tiles > 0)
        plan(sources[s], chunk_[i], views_[s], columns_[o].cost);
    }
  }
  begin_panel();
}

/// Sets `needs_` to each share's elements in the chunk's tiles at indices `kept`.
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

void PanelReader::plan(const PanelSource& source, const Need& need, View& view,
                       Cost& column) const {
  const Index span = need.places.size();
  view.by_tiles =
      need.tiles > 1 && (span - need.elements) * size_ >= tuning().skipped_bytes * (need.tiles - 1);
  // Columns of equal page offset conflict in the cache.
  const bool is_crowded =
      source.ld * size_ % page_bytes == 0 && span * size_ >= tuning().skipped_bytes;
  view.by_columns = view.by_tiles || has_indices_ || is_crowded ||
                    (source.ld - span) * size_ >= tuning().skipped_bytes;
  // A single column, possibly a whole box of an array, has an arbitrary leading dimension.
  view.stride = view.by_columns ? padded(span) : std::max(source.ld, span);
  column.bytes += (view.by_tiles ? need.elements : span) * size_;
  column.buffer_bytes += view.stride * size_;
  column.stretches += view.by_tiles ? need.tiles : 1;
}

void PanelReader::begin_panel() {
  used_ = {};
  for (Columns& columns : columns_) columns.panel = {0, 0};
}

void PanelReader::add(const Tile& outer) {
  Columns& columns = columns_[static_cast<std::size_t>(outer.share)];
  const Cost& cost = columns.cost;
  used_.bytes += outer.length * cost.bytes;
  used_.stretches += outer.length * cost.stretches;
  used_.buffer_bytes += (columns_before(outer) + outer.length) * cost.buffer_bytes;
  const Index end = outer.source_local + outer.length;
  columns.panel = {columns.panel.empty() ? outer.source_local : columns.panel.first, end};
}

/// Elements rounded up to whole lines, but not to a multiple of a page.
Index PanelReader::padded(Index elements) const {
  const Index line = std::max<Index>(1, line_bytes / size_);
  const Index lines = (elements + line - 1) / line;
  return (lines + (lines * line_bytes % page_bytes == 0 ? 1 : 0)) * line;
}

const std::vector<PullSource>& PanelReader::read(const std::vector<Tile>& panel,
                                                 const std::vector<Range>& kept) {
  reserve();
  for (std::size_t o = 0; o < columns_.size(); ++o) {
    const Range wanted = has_indices_ ? kept[o] : all_indices;
    if (has_indices_) find_needs(wanted);
    for (std::size_t i = 0; i < needs_.size(); ++i) {
      const std::size_t s = source_number(i, o);
      const PanelSource& source = (*sources_)[s];
      const Index first = chunk_[i].places.first;
      read_[s] = {};
      if (source.data == nullptr) continue;
      if (!source.peer) {
        read_[s] = {source.data + (first + columns_[o].panel.first * source.ld) * size_, source.ld};
      } else if (needs_[i].tiles > 0 && !columns_[o].panel.empty()) {
        read_[s] = {buffer_.data() + views_[s].offset_bytes, views_[s].stride};
        list_stretches(i, o, panel, wanted);
        peers_.read(*source.peer, stretches_);
      }
    }
  }
  return read_;
}

/// Allocates the buffer of each source that is read.
void PanelReader::reserve() {
  Index bytes = 0;
  for (std::size_t i = 0; i < needs_.size(); ++i) {
    for (std::size_t o = 0; o < columns_.size(); ++o) {
      const std::size_t s = source_number(i, o);
      if (!(*sources_)[s].is_read() || chunk_[i].tiles == 0) continue;
      views_[s].offset_bytes = bytes;
      bytes += padded(columns_[o].panel.size() * views_[s].stride) * size_;
    }
  }
  if (bytes <= buffer_bytes_) return;
  buffer_.release();
  buffer_ = scratch_.take(bytes);
  buffer_bytes_ = bytes;
}

/// Sets `stretches_` to the reads from one source.
void PanelReader::list_stretches(std::size_t inner, std::size_t outer,
                                 const std::vector<Tile>& panel, Range kept) {
  stretches_.clear();
  const PanelSource& source = (*sources_)[source_number(inner, outer)];
  const View& view = views_[source_number(inner, outer)];
  const Need& need = needs_[inner];
  std::byte* const buffer = buffer_.data() + view.offset_bytes;
  const Index first_column = columns_[outer].panel.first;
  const Index first_place = chunk_[inner].places.first;
  const auto add = [&](Index column, Range places, Index columns) {
    stretches_.push_back(
        {buffer + (places.first - first_place + (column - first_column) * view.stride) * size_,
         source.data + (places.first + column * source.ld) * size_,
         ((columns - 1) * source.ld + places.size()) * size_});
  };
  for (const Tile& columns : panel) {
    if (columns.share != static_cast<int>(outer)) continue;
    if (!view.by_columns) {
      add(columns.source_local, need.places, columns.length);
      continue;
    }
    for (Index column = columns.source_local; column < columns.source_local + columns.length;
         ++column) {
      if (!view.by_tiles) {
        add(column, need.places, 1);
        continue;
      }
      for (const Tile& tile : *tiles_) {
        if (tile.share != static_cast<int>(inner)) continue;
        const Range places = clip(tile, kept);
        if (!places.empty()) add(column, places, 1);
      }
    }
  }
}

}  // namespace ashlar::detail
