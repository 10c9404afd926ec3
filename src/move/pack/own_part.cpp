// SPDX-License-Identifier: BSD-3-Clause
#include "own_part.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

/// Adds the runs of a box as tiles of one packed source.
void add_tiles_from_packed(const RunList& runs, int share, std::vector<Tile>& tiles) {
  Index place = 0;
  runs.for_each([&](const Run& run) {
    tiles.push_back({run.at, place, run.target_local, run.length, share});
    place += run.length;
  });
}

/// Adds the runs of a box as tiles of one packed target.
void add_tiles_to_packed(const RunList& runs, int target, std::vector<Tile>& tiles) {
  Index place = 0;
  runs.for_each([&](const Run& run) {
    tiles.push_back({run.at, run.source_local, place, run.length, 0, target});
    place += run.length;
  });
}

/// True if both lists have the same indices and places in the source.
bool have_same_sources(const RunList& a, const RunList& b) {
  if (a.run_count() != b.run_count()) return false;
  RunCursor next(b);
  bool are_equal = true;
  a.for_each([&](const Run& run) {
    const Run other = next.next();
    are_equal = are_equal && run.at == other.at && run.source_local == other.source_local &&
                run.length == other.length;
  });
  return are_equal;
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
  // Own elements in a triangle are packed in a separate pass, which pays for short runs.
  const bool is_whole = mine.triangle().uplo == Uplo::General;
  const Index longest = is_whole
                            ? tuning().separate_run_bytes
                            : std::min(tuning().separate_run_bytes, Tuning{}.separate_run_bytes);
  const bool may_alternate = (a.count() + b.count()) * route.element_bytes() < longest * runs;
  return may_alternate && a.run_count() + b.run_count() <= tuning().most_merged_runs ? &mine
                                                                                     : nullptr;
}

OwnPart::OwnPart(const Route& route, const Box& own, const Box& theirs, const Orders& orders)
    : element_bytes_(route.element_bytes()),
      own_(own),
      inner_(route.source_dim(orders.source)),
      walk_(route, {&own, 1}, orders, route.rank(), route.rank(), BoxWalk::PackedEnd::Target,
            std::numeric_limits<Index>::max()),
      column_(walk_.longest_column()),
      own_slices_(BoxWalk::PackedEnd::Source),
      is_turned_(inner_ != route.target_dim(orders.target)) {
  joining_.sources.reserve(2);
  own_columns_ = Mosaic(own.runs(1 - inner_), BoxWalk::PackedEnd::Source);
  if (is_turned_) {
    own_slices_.begin(own.runs(1 - inner_));
    first_place_ = std::min(RunCursor(own.runs(1 - inner_)).next().target_local,
                            RunCursor(theirs.runs(1 - inner_)).next().target_local);
    return;
  }
  std::vector<Tile> tiles;
  add_tiles_from_packed(own.runs(inner_), own_source, tiles);
  add_tiles_from_packed(theirs.runs(inner_), their_source, tiles);
  sort_tiles(tiles);
  rows_.assign(tiles);
}

bool OwnPart::prepare_packing_with(const Box& sent) {
  if (sent.ndims() != 2 || sent.source_block != own_.source_block ||
      sent.triangle().uplo != Uplo::General || own_.triangle().uplo != Uplo::General ||
      !have_same_sources(own_.runs(1 - inner_), sent.runs(1 - inner_)))
    return false;
  const RunList &mine = own_.runs(inner_), &theirs = sent.runs(inner_);
  if (mine.run_count() + theirs.run_count() > tuning().most_merged_runs) return false;
  std::vector<Tile> tiles;
  add_tiles_to_packed(theirs, 0, tiles);
  add_tiles_to_packed(mine, 1, tiles);
  sort_tiles(tiles);
  sent_rows_.assign(tiles);
  is_packed_with_sent_ = true;
  return true;
}

void OwnPart::rewind() {
  walk_.rewind();
  if (is_turned_) own_slices_.rewind();
  walked_ = first_ = done_ = theirs_done_ = packed_ = 0;
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
  first_ = done_;
  done_ = end;
  return done_ - first_;
}

Index OwnPart::take_columns(const BoxSlice& theirs, bool is_last) {
  const Index columns = take_columns_with(theirs, is_last);
  if (columns > 0 && is_turned_) join_columns(theirs);
  return columns;
}

void OwnPart::reserve(Index columns) {
  ring_columns_ = columns;
  ring_.resize(static_cast<std::size_t>((columns * column_bytes() + line_bytes - 1) / line_bytes));
}

/// Calls f(Range) for stretches of columns that are contiguous in the ring, counted from `first`.
/// A slice of a copy has one: its length divides that of the ring.
template <class F>
void OwnPart::for_each_part(Index first, Index columns, F&& f) const {
  for (Index done = 0; done < columns;) {
    Index length = columns - done;
    if (is_packed_with_sent_) length = std::min(length, ring_columns_ - slot(first + done));
    f(Range{done, done + length});
    done += length;
  }
}

/// The columns of a sent slice with packed places in `part`.
const Mosaic& OwnPart::part_of(const BoxSlice& sent, const Range& part) {
  tiles_.clear();
  for (Tile tile : sent.tiles) {
    keep_only(tile, part);
    if (tile.length > 0) tiles_.push_back(tile);
  }
  sent_columns_.assign(tiles_);
  return sent_columns_;
}

/// Merges the own columns from `first_` to `done_` with those of a slice by index.
void OwnPart::join_columns(const BoxSlice& theirs) {
  tiles_.clear();
  own_slices_.take(done_ - first_);
  for (Tile tile : own_slices_.tiles()) {
    const Index first = first_ + tile.source_local;
    for_each_part(first, tile.length, [&](const Range& part) {
      Tile own = take_front(tile, part.size());
      own.source_local = slot(first + part.first);
      own.share = own_source;
      tiles_.push_back(own);
    });
  }
  Index place = 0;
  for (Tile tile : theirs.tiles) {
    tile.source_local = place;
    tile.share = their_source;
    place += tile.length;
    tiles_.push_back(tile);
  }
  sort_tiles(tiles_);
  columns_.assign(tiles_);
}

bool OwnPart::pack_with(const BoxSlice& sent, Index first, std::byte* message,
                        const MoveMemory& memory, bool stream) {
  const Index end = first + sent.columns;
  if (first > packed_ || end <= packed_ || end - std::min(first, done_) > ring_columns_)
    return false;
  packing_with_sent_.sources.assign(1, memory.source_of(sent));
  for_each_part(first, sent.columns, [&](const Range& part) {
    const Index before = slot(first + part.first) - part.first;
    const PullTarget targets[] = {{message, sent.rows.size()},
                                  {ring() + before * column_bytes(), column_}};
    const Pull pull{.along = &sent_rows_,
                    .across = part.size() == sent.columns ? sent.outer : &part_of(sent, part),
                    .element_bytes = static_cast<int>(element_bytes_),
                    .is_far = memory.is_far,
                    .tables = &packing_with_sent_.tables};
    pull.run(packing_with_sent_.sources, targets, kernels(), stream);
  });
  packed_ = end;
  return true;
}

/// Packs own columns up to `end` that were not packed with sent ones.
void OwnPart::pack_until(Index end, const MoveMemory& memory) {
  packed_own_ = {ring(), column_};
  if (packed_ >= end) return;
  if (packed_ > walked_) walk_.take_at_once(packed_ - walked_, [](const BoxSlice&) {});
  for_each_part(packed_, end - packed_, [&](const Range& part) {
    const Index at = slot(packed_ + part.first);
    walk_.take_at_once(part.size(), [&](const BoxSlice& own) {
      packed_own_ = {};
      if (own.rows.empty()) return;
      packed_own_ = {ring() - own.rows.first * element_bytes_, own.rows.size()};
      pack_slice(own, memory, ring() + at * column_bytes() - own.rows.first * element_bytes_,
                 packing_, false);
    });
  });
  walked_ = packed_ = end;
}

void OwnPart::unpack(const BoxSlice& theirs, const std::byte* message, bool is_last,
                     const MoveMemory& memory, Conjugate conjugate) {
  PullSource sent;
  if (!theirs.rows.empty())
    sent = {message - theirs.rows.first * element_bytes_, theirs.rows.size()};
  const Index columns = take_columns_with(theirs, is_last);
  if (columns == 0) {
    if (!theirs.rows.empty()) pull_slice(theirs, memory, sent, conjugate, joining_);
    return;
  }
  pack_until(done_, memory);
  PullSource own = packed_own_;
  if (is_turned_) join_columns(theirs);
  else if (own.data != nullptr) own.data += slot(first_) * column_bytes();
  const Triangle mine = inner_ == 0 ? own_.triangle() : own_.triangle().transposed(),
                 triangle = theirs.triangle.uplo == Uplo::General ? mine : theirs.triangle;
  const Pull pull{.along = is_turned_ ? &columns_ : &rows_,
                  .across = is_turned_ ? theirs.inner : theirs.outer,
                  .turned = is_turned_,
                  .element_bytes = static_cast<int>(element_bytes_),
                  .conjugate = conjugate,
                  .triangle = is_turned_ ? triangle.transposed() : triangle,
                  .tables = &joining_.tables};
  joining_.sources.assign({own, sent});
  pull_into(memory.target_of(theirs), memory.combine, pull, joining_.sources, memory.streams);
}

}  // namespace ashlar::detail
