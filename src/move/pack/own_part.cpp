// SPDX-License-Identifier: BSD-3-Clause
#include "own_part.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

/// Adds the runs of a box as tiles of one packed source.
void add_tiles(const RunList& runs, int share, std::vector<Tile>& tiles) {
  Index place = 0;
  runs.for_each([&](const Run& run) {
    tiles.push_back({run.at, place, run.target_local, run.length, share});
    place += run.length;
  });
}

void sort_tiles(std::vector<Tile>& tiles) { std::ranges::sort(tiles, {}, &Tile::at); }

}  // namespace

const Box* OwnPart::beside(const Route& route, const Box& theirs, const Orders& orders) {
  if (theirs.ndims() != 2) return nullptr;
  const auto own = route.receives().boxes_of(route.rank());
  if (own.size() != 1 || own.front().cell != theirs.cell) return nullptr;
  const int along = route.target_dim(orders.target);
  const Box& mine = own.front();
  // With a third source no line would be complete.
  if (route.receives().cells()[static_cast<std::size_t>(theirs.cell)].shares(along).size() != 2 ||
      &mine.dim(1 - along) != &theirs.dim(1 - along))
    return nullptr;
  const RunList &a = mine.runs(along), &b = theirs.runs(along);
  const Index runs = 2 * std::min(a.run_count(), b.run_count());
  const bool may_alternate =
      (a.count() + b.count()) * route.element_bytes() < tuning().separate_run_bytes * runs;
  return may_alternate && a.run_count() + b.run_count() <= tuning().most_merged_runs ? &mine
                                                                                     : nullptr;
}

OwnPart::OwnPart(const Route& route, const Box& own, const Box& theirs, const Orders& orders)
    : element_bytes_(route.element_bytes()),
      walk_(route, {&own, 1}, orders, route.rank(), route.rank(), BoxWalk::PackedEnd::Target,
            std::numeric_limits<Index>::max()),
      is_turned_(route.source_dim(orders.source) != route.target_dim(orders.target)) {
  joining_.sources.reserve(2);
  const int inner = route.source_dim(orders.source);
  own_columns_ = Mosaic(own.runs(1 - inner), BoxWalk::PackedEnd::Source);
  if (is_turned_) {
    first_place_ = std::min(RunCursor(own.runs(1 - inner)).next().target_local,
                            RunCursor(theirs.runs(1 - inner)).next().target_local);
    return;
  }
  std::vector<Tile> tiles;
  add_tiles(own.runs(inner), own_source, tiles);
  add_tiles(theirs.runs(inner), their_source, tiles);
  sort_tiles(tiles);
  rows_.assign(tiles);
}

void OwnPart::rewind() {
  walk_.rewind();
  done_ = theirs_done_ = 0;
}

/// Counts unprocessed own columns up to the end of a slice, or of its last line of a transposed
/// target.
Index OwnPart::take_columns_with(const BoxSlice& theirs, bool is_last) {
  const Tile& last = theirs.tiles.back();
  const Index all = own_columns_.count();
  theirs_done_ += theirs.columns;
  Index end = all;
  if (!is_last && is_turned_) {
    const Index line = std::max<Index>(1, line_bytes / element_bytes_),
                place = (last.target_local + last.length + line - 1) / line * line;
    end = std::clamp(place - first_place_ - theirs_done_, done_, all);
  } else if (!is_last) {
    end = std::min(all, own_columns_.source_position(last.at + last.length));
  }
  const Index columns = end - done_;
  done_ = end;
  return columns;
}

Index OwnPart::bytes_with(const BoxSlice& theirs, bool is_last) {
  const Index columns = take_columns_with(theirs, is_last);
  Index bytes = 0;
  if (columns > 0)
    walk_.take_at_once(columns, [&](const BoxSlice& own) {
      bytes = own.rows.size() * columns * element_bytes_;
      if (is_turned_) join_columns(own, theirs);
    });
  return bytes;
}

void OwnPart::reserve(Index bytes) {
  packed_.resize(static_cast<std::size_t>((bytes + line_bytes - 1) / line_bytes));
}

/// Merges the columns of both slices by index.
void OwnPart::join_columns(const BoxSlice& own, const BoxSlice& theirs) {
  tiles_.clear();
  for (const auto& [source, slice] :
       {std::pair(own_source, &own), std::pair(their_source, &theirs)}) {
    Index place = 0;
    for (Tile tile : slice->tiles) {
      // The walk of own columns has their packed places.
      if (source == own_source) tile.target_local = own_columns_.target_position(tile.at);
      tile.source_local = place;
      tile.share = source;
      place += tile.length;
      tiles_.push_back(tile);
    }
  }
  sort_tiles(tiles_);
  columns_.assign(tiles_);
}

void OwnPart::unpack(const BoxSlice& theirs, const std::byte* message, bool is_last,
                     const MoveMemory& memory, Conjugate conjugate) {
  const auto source_of = [&](const BoxSlice& slice, const std::byte* packed) -> PullSource {
    const Range rows = slice.rows;
    if (rows.empty()) return {nullptr, 0};
    return {packed - rows.first * element_bytes_, rows.size()};
  };
  const Index columns = take_columns_with(theirs, is_last);
  if (columns == 0) {
    if (!theirs.rows.empty())
      pull_slice(theirs, memory, source_of(theirs, message), conjugate, joining_);
    return;
  }
  walk_.take_at_once(columns, [&](const BoxSlice& own) {
    if (!own.rows.empty())
      pack_slice(own, memory, packed() - own.rows.first * element_bytes_, packing_, false);
    if (is_turned_) join_columns(own, theirs);
    const Triangle triangle =
        theirs.triangle.uplo == Uplo::General ? own.triangle : theirs.triangle;
    const Pull pull{.along = is_turned_ ? &columns_ : &rows_,
                    .across = is_turned_ ? theirs.inner : theirs.outer,
                    .turned = is_turned_,
                    .element_bytes = static_cast<int>(element_bytes_),
                    .conjugate = conjugate,
                    .triangle = is_turned_ ? triangle.transposed() : triangle,
                    .tables = &joining_.tables};
    joining_.sources.assign({source_of(own, packed()), source_of(theirs, message)});
    pull_into(memory.target_of(theirs), memory.combine, pull, joining_.sources, memory.streams);
  });
}

}  // namespace ashlar::detail
