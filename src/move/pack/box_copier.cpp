// SPDX-License-Identifier: BSD-3-Clause
#include "box_copier.hpp"

#include <algorithm>

namespace ashlar::detail {
namespace {

/// How many of the fastest dimensions a piece of about `piece_elements` holds whole; the next one
/// is cut, so there is always one left.
std::size_t whole_dims(const std::vector<BoxDim>& dims, Index piece_elements) {
  std::size_t whole = 0;
  for (Index unit = dims[0].count; whole + 1 < dims.size() && unit <= piece_elements;
       unit *= dims[whole].count)
    ++whole;
  return whole;
}

}  // namespace

BoxCopier::BoxCopier(const ArrayBox& box, Packed packed, int element_bytes, Index piece_elements)
    : packed_(packed),
      element_bytes_(element_bytes),
      cut_(box.dims[whole_dims(box.dims, piece_elements)]) {
  const std::size_t split = whole_dims(box.dims, piece_elements);
  for (std::size_t d = 0; d < split; ++d) {
    add_side(box.dims[d]);
    BoxCursor cursor(box.dims[d]);
    for (Run run = cursor.next(); run.length > 0; run = cursor.next())
      sides_.back().tiles.push_back({run.at, packed == Packed::Source ? run.at : run.source_local,
                                     packed == Packed::Target ? run.at : run.target_local,
                                     run.length, 0});
    unit_ *= box.dims[d].count;
  }
  add_side(box.dims[split]);
  cut_count_ = box.dims[split].count;
  for (std::size_t d = split + 1; d < box.dims.size(); ++d)
    outer_.push_back(
        {BoxCursor(box.dims[d]), box.dims[d].source_stride, box.dims[d].target_stride, {}, 0});
  units_ = box.elements / unit_;
  piece_units_ = std::clamp<Index>(piece_elements / unit_, 1, units_);
  if (piece_units_ > 32) piece_units_ -= piece_units_ % 32;  // whole lines of a turned target
  sides_.back().count = std::min(piece_units_, cut_count_);
  choose_plane();
  rewind();
}

void BoxCopier::add_side(const BoxDim& dim) {
  sides_.push_back({{},
                    dim.count,
                    packed_ == Packed::Source ? unit_ : dim.source_stride,
                    packed_ == Packed::Target ? unit_ : dim.target_stride});
}

/// The plane holds the dimension in which the target is contiguous and that in which the source is;
/// if they are one, the next one that is worth it.
void BoxCopier::choose_plane() {
  const int n = static_cast<int>(sides_.size());
  const auto side = [&](int d) -> const Side& { return sides_[static_cast<std::size_t>(d)]; };
  const auto longest = [&](auto&& is_eligible) {
    int best = none;
    for (int d = 0; d < n; ++d)
      if (is_eligible(side(d)) && (best == none || side(d).count > side(best).count)) best = d;
    return best;
  };
  along_ = longest([](const Side& s) { return s.target_stride == 1; });
  across_ = longest([](const Side& s) { return s.source_stride == 1; });
  const bool is_same = along_ != none && side(along_).source_stride == 1;
  turned_ = !is_same && (along_ != none || across_ != none);
  if (!turned_) {
    constexpr Index worth_it = 8;
    across_ = none;
    for (int d = 0; d < n && across_ == none; ++d)
      if (d != along_ && side(d).count >= worth_it) across_ = d;
    if (across_ == none)
      across_ = longest([&](const Side& s) { return along_ == none || &s != &side(along_); });
  }
  for (int d = 0; d < n; ++d)
    if (d != along_ && d != across_) loops_.push_back(static_cast<std::size_t>(d));
}

void BoxCopier::rewind() {
  units_left_ = units_;
  for (Outer& outer : outer_) outer.rewind();
  cut_.rewind();
  cut_left_ = cut_count_;
  run_ = {};
}

void BoxCopier::Outer::rewind() {
  cursor.rewind();
  run = cursor.next();
  at = 0;
}

bool BoxCopier::Outer::next() {
  if (++at < run.length) return true;
  run = cursor.next();
  at = 0;
  if (run.length > 0) return true;
  rewind();
  return false;
}

/// Makes the last side the next `units` indices of the dimension that is cut.
void BoxCopier::take_segment(Index units) {
  Side& side = sides_.back();
  side.tiles.clear();
  side.count = units;
  for (Index done = 0; done < units;) {
    if (run_.length == 0) run_ = cut_.next();
    const Run run = take_front(run_, std::min(run_.length, units - done));
    side.tiles.push_back({done, packed_ == Packed::Source ? done : run.source_local,
                          packed_ == Packed::Target ? done : run.target_local, run.length, 0});
    done += run.length;
  }
  cut_left_ -= units;
}

/// Goes on to the next index of the dimensions that are not copied together.
void BoxCopier::next_segment() {
  for (Outer& outer : outer_)
    if (outer.next()) break;
  cut_.rewind();
  cut_left_ = cut_count_;
}

Index BoxCopier::next(const std::byte* source, std::byte* target, bool stream) {
  const Index units = std::min(piece_units_, units_left_);
  units_left_ -= units;
  for (Index done = 0; done < units;) {
    const Index taken = std::min(units - done, cut_left_);
    Index from = 0, to = 0;
    for (const Outer& outer : outer_) {
      from += (outer.run.source_local + outer.at) * outer.source_stride;
      to += (outer.run.target_local + outer.at) * outer.target_stride;
    }
    if (packed_ == Packed::Source) from = done * unit_;
    if (packed_ == Packed::Target) to = done * unit_;
    take_segment(taken);
    copy_segment(source + from * element_bytes_, target + to * element_bytes_, stream);
    if (cut_left_ == 0) next_segment();
    done += taken;
  }
  return units * unit_;
}

void BoxCopier::copy_segment(const std::byte* source, std::byte* target, bool stream) {
  static const std::vector<Tile> one_index{{0, 0, 0, 1, 0}};
  const auto tiles_of = [&](int d) -> const std::vector<Tile>& {
    return d == none ? one_index : sides_[static_cast<std::size_t>(d)].tiles;
  };
  along_tiles_.assign(tiles_of(along_));
  across_tiles_.assign(tiles_of(across_));
  const Pull plane{.along = &along_tiles_,
                   .across = &across_tiles_,
                   .turned = turned_,
                   .element_bytes = static_cast<int>(element_bytes_)};
  const int source_columns = turned_ ? along_ : across_;
  source_[0].ld =
      source_columns == none ? 1 : sides_[static_cast<std::size_t>(source_columns)].source_stride;
  constexpr Index line = 64;
  copy_planes(loops_.size(), source, target, plane,
              stream && along_tiles_.mean_length() * element_bytes_ >= line);
}

/// Copies the planes of the first k loops, the slowest outermost.
void BoxCopier::copy_planes(std::size_t k, const std::byte* source, std::byte* target,
                            const Pull& plane, bool stream) {
  if (k == 0) {
    const Index target_ld =
        across_ == none ? 1 : sides_[static_cast<std::size_t>(across_)].target_stride;
    source_[0].data = source;
    return plane.run(source_, target, target_ld, kernels(), stream);
  }
  const Side& side = sides_[loops_[k - 1]];
  for (const Tile& tile : side.tiles)
    for (Index i = 0; i < tile.length; ++i)
      copy_planes(k - 1, source + (tile.source_local + i) * side.source_stride * element_bytes_,
                  target + (tile.target_local + i) * side.target_stride * element_bytes_, plane,
                  stream);
}

}  // namespace ashlar::detail
