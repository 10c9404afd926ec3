// SPDX-License-Identifier: BSD-3-Clause
#include "box_walk.hpp"

#include <utility>

namespace ashlar::detail {

BoxWalk::BoxWalk(const Route& route, std::span<const Box> boxes, const Orders& orders, int sender,
                 int receiver, PackedEnd packed, Index longest)
    : packed_(packed),
      longest_(longest),
      line_(64 % route.element_bytes() == 0 ? 64 / route.element_bytes() : 1),
      outer_(packed),
      strip_slices_(packed) {
  boxes_.reserve(boxes.size());
  for (const Box& box : boxes) {
    if (route.ndims() <= 2) add_plane(box, route.source_dim(orders.source));
    else add_array(route.moves().wire_dims(box, sender, receiver));
  }
  rewind();
}

void BoxWalk::add_plane(const Box& box, int inner) {
  add({.inner = &box.runs(inner),
       .outer = box.ndims() == 1 ? &one_index().runs : &box.runs(1 - inner),
       .triangle = inner == 0 ? box.triangle() : box.triangle().transposed(),
       .source_block = box.source_block,
       .target_block = box.target_block});
}

/// Selects the plane: the dimensions in which source and target are contiguous; if equal, the first
/// other one of sufficient length.
void BoxWalk::add_array(const std::vector<BoxDim>& dims) {
  constexpr Index worth_it = 8;
  std::size_t across = 0;
  if (dims[0].target_stride != 1) {
    for (std::size_t d = 1; d < dims.size(); ++d)
      if (dims[d].target_stride == 1 && (across == 0 || dims[d].count > dims[across].count))
        across = d;
  } else {
    for (std::size_t d = 1; d < dims.size() && across == 0; ++d)
      if (dims[d].count >= worth_it) across = d;
    for (std::size_t d = 1; d < dims.size(); ++d)
      if (across == 0 || (dims[across].count < worth_it && dims[d].count > dims[across].count))
        across = d;
  }
  Item item{.inner = scaled(dims[0]),
            .outer = across == 0 ? &one_index().runs : scaled(dims[across]),
            .source_ld = across == 0 ? 1 : dims[across].source_stride,
            .target_ld = dims[0].target_stride,
            .is_turned = dims[0].target_stride != 1};
  if (dims[0].target_stride == 1) item.target_ld = across == 0 ? 1 : dims[across].target_stride;
  for (std::size_t d = 1; d < dims.size(); ++d) {
    if (d == across) continue;
    item.loops.push_back({scaled(dims[d]), dims[d].source_stride, dims[d].target_stride});
    item.planes *= dims[d].count;
  }
  add(std::move(item));
}

void BoxWalk::add(Item item) {
  item.whole = mosaic_of(item.inner);
  item.inner_count = item.whole->count();
  item.is_contiguous = item.triangle.uplo == Uplo::General && item.inner->run_count() == 1;
  item.plane_columns = item.outer->count();
  item.strips = (item.inner_count - 1) / longest_ + 1;
  boxes_.push_back(std::move(item));
}

/// Runs of merged dimensions, of which the inner ones are complete.
const RunList* BoxWalk::scaled(const BoxDim& dim) {
  if (dim.runs != nullptr && dim.scale == 1) return dim.runs;
  RunList& list = lists_.emplace_back(dim.runs != nullptr ? *dim.runs : one_index().runs);
  const Index scale = dim.scale;
  for (Run& run : list.pattern)
    run = {run.at * scale, run.source_local * scale, run.target_local * scale, run.length * scale};
  for (Stretch& stretch : list.stretches)
    stretch = {stretch.at * scale,          stretch.extent * scale,      stretch.period * scale,
               stretch.source_step * scale, stretch.target_step * scale, stretch.runs};
  list.period *= scale;
  list.source_step *= scale;
  list.target_step *= scale;
  list.extent *= scale;
  return &list;
}

const Mosaic* BoxWalk::mosaic_of(const RunList* runs) {
  const auto [entry, is_new] = mosaics_.try_emplace(runs);
  if (is_new) entry->second = Mosaic(*runs, packed_);
  return &entry->second;
}

Index BoxWalk::longest_column() const {
  Index longest = 1;
  for (const Item& item : boxes_)
    longest = std::max(longest, room_for(item, std::min(item.inner_count, longest_)));
  return longest;
}

Index BoxWalk::columns() const {
  Index columns = 0;
  for (const Item& item : boxes_) columns += item.columns() * item.strips;
  return columns;
}

Index BoxWalk::planes() const {
  Index planes = 0;
  for (const Item& item : boxes_) planes += item.planes;
  return planes;
}

void BoxWalk::rewind() {
  box_ = 0;
  if (!boxes_.empty()) enter_box();
}

void BoxWalk::enter_box() {
  strip_ = 0;
  if (boxes_[box_].strips > 1) strip_slices_.begin(*boxes_[box_].inner);
  enter_strip();
}

void BoxWalk::enter_strip() {
  const Item& item = boxes_[box_];
  length_ = item.inner_count;
  if (item.strips > 1) {
    length_ = std::min(longest_, item.inner_count - strip_ * longest_);
    strip_slices_.take(length_);
  }
  left_ = item.columns();
  column_ = 0;
  outer_.begin(*item.outer);
  loops_.clear();
  for (const Loop& loop : item.loops) {
    LoopPlace& place = loops_.emplace_back(LoopPlace{RunCursor(*loop.runs), {}, 0});
    place.run = place.cursor.next();
  }
}

void BoxWalk::next_plane() {
  column_ = 0;
  if (next_loops()) return outer_.rewind();
  if (++strip_ < boxes_[box_].strips) return enter_strip();
  if (++box_ < boxes_.size()) enter_box();
}

/// Advances to the next plane of the box; false after the last.
bool BoxWalk::next_loops() {
  for (LoopPlace& place : loops_) {
    if (++place.at < place.run.length) return true;
    place.run = place.cursor.next();
    place.at = 0;
    if (place.run.length > 0) return true;
    place.cursor.rewind();
    place.run = place.cursor.next();
  }
  return false;
}

BoxSlice BoxWalk::slice(const Item& item, Index columns) {
  // Whole planes between two matrices need no expansion.
  const bool is_whole = packed_ == PackedEnd::None && columns == item.plane_columns;
  if (!is_whole) outer_.take(columns);
  const Mosaic& inner = item.strips > 1 ? strip_slices_.mosaic() : *item.whole;
  BoxSlice slice{.inner = &inner,
                 .outer = is_whole ? mosaic_of(item.outer) : &outer_.mosaic(),
                 .tiles = outer_.tiles(),
                 .triangle = item.triangle,
                 .columns = columns,
                 .source_block = item.source_block,
                 .target_block = item.target_block,
                 .source_ld = item.source_ld,
                 .target_ld = item.target_ld,
                 .is_turned = item.is_turned};
  if (packed_ != PackedEnd::None) slice.rows = kept_rows(item, inner);
  for (std::size_t k = 0; k < loops_.size(); ++k) {
    const LoopPlace& place = loops_[k];
    slice.source_offset += (place.run.source_local + place.at) * item.loops[k].source_stride;
    slice.target_offset += (place.run.target_local + place.at) * item.loops[k].target_stride;
  }
  return slice;
}

/// Union of the packed rows of a slice's columns.
Range BoxWalk::kept_rows(const Item& item, const Mosaic& inner) const {
  if (item.triangle.uplo == Uplo::General) return {0, room_for(item, inner.count())};
  const std::vector<Tile>& tiles = outer_.tiles();
  const Range all{0, inner.extent()};
  const Range rows =
      item.triangle.rows_of_any({tiles.front().at, tiles.back().at + tiles.back().length}, all);
  const auto place = [&](Index at) {
    return std::min(inner.count(), packed_ == PackedEnd::Target ? inner.target_position(at)
                                                                : inner.source_position(at));
  };
  const Index begin = place(rows.first), end = place(rows.last);
  if (end <= begin) return {begin, begin};
  const Index line = line_of(item), line_begin = begin / line * line;
  return {line_begin, line_begin + room_for(item, end - line_begin)};
}

}  // namespace ashlar::detail
