// SPDX-License-Identifier: BSD-3-Clause
#include "strip_table.hpp"

#include <algorithm>
#include <cstdint>

namespace ashlar::detail {
namespace {

constexpr std::size_t most_apart = 64;  // runs of a strip with gaps

}  // namespace

void StripTable::Shape::assign(std::span<const PullTarget> targets, std::size_t source_count,
                               Index bytes, Index gather_bytes, bool has_triangle) {
  sources = source_count;
  vector_bytes = gather_bytes;
  is_cut = has_triangle;
  element_bytes = bytes;
  wanted.clear();
  phases.clear();
  for (const PullTarget& target : targets) {
    const auto phase =
        static_cast<Index>(reinterpret_cast<std::uintptr_t>(target.data) % line_bytes);
    phases.push_back(phase % bytes == 0 ? phase : 0);
  }
}

void StripTable::begin(const Shape& shape) {
  shape_ = &shape;
  size_ = shape.element_bytes;
  open_.resize(shape.phases.size());
  last_lines_.assign(shape.phases.size() * shape.sources, -1);
  strips_.clear();
  extents_.clear();
  runs_.clear();
  windows_.clear();
  readable_.assign(shape.sources, {0, 0});
  lines_.clear();
}

void StripTable::add(Tile& tile) {
  const auto target = static_cast<std::size_t>(tile.target);
  if (!shape_->wanted.empty()) keep_only(tile, shape_->wanted[target]);
  Open& open = open_[target];
  const Index phase = shape_->phases[target];
  while (tile.length > 0 && !is_full()) {
    const Index place = tile.target_local * size_;
    const Index room = room_at(open, place, phase);
    const Tile part = take_front(tile, std::min(tile.length, room));
    if (!open.runs.empty() && place != open.last) {
      // Long stretches are separate from those with gaps.
      if (open.stretch >= line_bytes || part.length * size_ >= line_bytes) close(open, part.target);
      else open.has_gaps = true;
      open.stretch = 0;
    }
    append(open, part, place);
    const bool is_full = open.has_gaps ? open.runs.size() >= most_apart : part.length == room;
    if (is_full) close(open, part.target);
  }
}

/// Elements up to the end of the strip: at cache lines, unless elements cross these. A strip that
/// begins within a line ends with it.
Index StripTable::room_at(const Open& open, Index place, Index phase) const {
  if (most_strip_bytes % size_ == 0) {
    const bool begins_line =
        (open.runs.empty() ? place + phase : open.first + phase) % line_bytes == 0;
    const Index most = begins_line ? most_strip_bytes : line_bytes;
    return (most - (place + phase) % most) / size_;
  }
  const Index filled = open.runs.empty() || open.has_gaps ? 0 : place - open.first;
  return std::max<Index>(1, (most_strip_bytes - filled) / size_);
}

void StripTable::append(Open& open, const Tile& tile, Index place) {
  if (open.runs.empty()) open.first = place;
  const Index bytes = tile.length * size_, offset = tile.source_local * size_;
  StripRun* const last = open.runs.empty() ? nullptr : &open.runs.back();
  const bool goes_on = last != nullptr && last->source == tile.share &&
                       last->offset + last->bytes == offset && place == open.last;
  if (goes_on) {
    last->bytes += static_cast<int>(bytes);
  } else {
    open.runs.push_back({tile.share, static_cast<int>(bytes), offset, place - open.first});
  }
  open.last = place + bytes;
  open.stretch += bytes;
}

void StripTable::end() {
  for (std::size_t target = 0; target < open_.size(); ++target)
    close(open_[target], static_cast<int>(target));
}

/// Adds the strip of a target and begins the next one.
void StripTable::close(Open& open, int target) {
  if (open.runs.empty()) return;
  Strip strip{.kind = open.has_gaps ? Strip::Kind::Apart : Strip::Kind::Joined,
              .target = target,
              .target_offset = open.first,
              .bytes = 0,
              .first_run = runs_.size(),
              .runs = open.runs.size(),
              .first_line = lines_.size(),
              .lines = 0};
  for (const StripRun& run : open.runs) {
    strip.bytes += run.bytes;
    add_lines(run, target);
    extend_readable(run);
    runs_.push_back(run);
  }
  strip.lines = lines_.size() - strip.first_line;
  if (!open.has_gaps && most_strip_bytes % size_ == 0) gather(strip);
  strips_.push_back(strip);
  extents_.push_back({open.first, open.last});
  open.runs.clear();
  open.has_gaps = false;
  open.stretch = 0;
}

/// Makes a joined strip a gathered one, if possible.
void StripTable::gather(Strip& strip) {
  const std::span<const StripRun> runs = runs_of(strip);
  // In a triangle a source may have no other rows than those of the strip.
  if (shape_->is_cut) {
    for (const StripRun& run : runs) readable_[static_cast<std::size_t>(run.source)] = {0, 0};
    for (const StripRun& run : runs) extend_readable(run);
  }
  if (windows_.add(strip, runs, readable_, shape_->vector_bytes))
    strip.kind = Strip::Kind::Gathered;
}

void StripTable::extend_readable(const StripRun& run) {
  Range& bytes = readable_[static_cast<std::size_t>(run.source)];
  bytes = hull(bytes, {run.offset, run.offset + run.bytes});
}

void StripTable::add_lines(const StripRun& run, int target) {
  Index& last = last_lines_[static_cast<std::size_t>(target) * shape_->sources +
                            static_cast<std::size_t>(run.source)];
  const Index end = (run.offset + run.bytes - 1) / line_bytes;
  for (Index line = std::max(last + 1, run.offset / line_bytes); line <= end; ++line)
    lines_.push_back({run.source, line * line_bytes});
  last = std::max(last, end);
}

}  // namespace ashlar::detail
