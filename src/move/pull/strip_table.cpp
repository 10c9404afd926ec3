// SPDX-License-Identifier: BSD-3-Clause
#include "strip_table.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

constexpr std::size_t most_apart = 64;  // runs of a strip with gaps

}  // namespace

void StripTable::Shape::assign(std::span<const PullTarget> targets, std::size_t source_count,
                               Index bytes) {
  sources = source_count;
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
  units_.clear();
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

void StripTable::close(Open& open, int target) {
  if (open.has_gaps) add_strip(open, target, {0, open.runs.size()}, Strip::Kind::Apart, {});
  else add_strips(open, target);
  open.runs.clear();
  open.has_gaps = false;
  open.stretch = 0;
}

/// Adds combs of whole lines, and joined strips between them.
void StripTable::add_strips(const Open& open, int target) {
  const Index phase = shape_->phases[static_cast<std::size_t>(target)];
  const std::size_t count = open.runs.size();
  const auto begins_line = [&](std::size_t k) {
    return (open.first + open.runs[k].place + phase) % line_bytes == 0;
  };
  std::size_t first = 0, k = 0;
  while (k < count) {
    const Comb comb = may_be_combed(size_) && begins_line(k) ? longest_comb(open.runs, k) : Comb{};
    std::size_t end = k + comb.count;
    while (end < count && end > k && !begins_line(end)) --end;
    if (end == k) {
      ++k;
      continue;
    }
    add_strip(open, target, {first, k}, Strip::Kind::Joined, {});
    add_strip(open, target, {k, end}, Strip::Kind::Comb, comb);
    first = k = end;
  }
  add_strip(open, target, {first, count}, Strip::Kind::Joined, {});
}

void StripTable::add_strip(const Open& open, int target, RunRange part, Strip::Kind kind,
                           const Comb& comb) {
  if (part.first == part.last) return;
  const std::size_t count = part.last - part.first;
  const Index skipped = open.runs[part.first].place;
  Strip strip{.kind = count == 1 ? Strip::Kind::Whole : kind,
              .target = target,
              .target_offset = open.first + skipped,
              .bytes = 0,
              .first_run = runs_.size(),
              .runs = kind == Strip::Kind::Comb ? comb.sources : count,
              .first_line = lines_.size(),
              .lines = 0,
              .step = comb.step};
  for (std::size_t k = part.first; k < part.last; ++k) {
    StripRun run = open.runs[k];
    run.place -= skipped;
    strip.bytes += run.bytes;
    add_lines(run, target);
    runs_.push_back(run);
  }
  strip.lines = lines_.size() - strip.first_line;
  if (strip.kind == Strip::Kind::Joined) gather(strip);
  strips_.push_back(strip);
  extents_.push_back(
      {strip.target_offset, strip.target_offset + runs_.back().place + runs_.back().bytes});
}

/// Makes a joined strip a gathered one if there are units of 4, 8 or 16 bytes.
void StripTable::gather(Strip& strip) {
  const std::span<const StripRun> runs(runs_.data() + strip.first_run, strip.runs);
  Index bits = 16, base = runs.front().offset, end = 0;
  for (const StripRun& run : runs) {
    bits |= run.place | run.bytes;
    base = std::min(base, run.offset);
    end = std::max(end, run.offset + run.bytes);
  }
  const auto unit_bytes = static_cast<int>(bits & -bits);
  if (unit_bytes < 4 || most_strip_bytes % size_ != 0 ||
      end - base > std::numeric_limits<std::int32_t>::max())
    return;
  strip.kind = Strip::Kind::Gathered;
  strip.unit_bytes = unit_bytes;
  strip.source_base = base;
  strip.first_unit = units_.size();
  const StripRun* run = runs.data();
  for (Index place = 0; place < strip.bytes; place += line_bytes)
    add_line(run, strip, place, std::min(strip.bytes - place, line_bytes));
}

/// Adds the units of a line that begins in this run, and moves on to the run at its end.
void StripTable::add_line(const StripRun*& run, const Strip& strip, Index place, Index bytes) {
  const auto offset_at = [&](Index at) {
    return static_cast<std::int32_t>(run->offset + at - run->place - strip.source_base);
  };
  while (run->place + run->bytes <= place) ++run;
  if (bytes == line_bytes && place + bytes <= run->place + run->bytes)
    return units_.push_back({~run->source, offset_at(place)});
  for (Index at = place; at < place + bytes; at += strip.unit_bytes) {
    while (run->place + run->bytes <= at) ++run;
    units_.push_back({run->source, offset_at(at)});
  }
}

/// Longest comb from a run on.
StripTable::Comb StripTable::longest_comb(const std::vector<StripRun>& runs,
                                          std::size_t first) const {
  std::size_t end = first;
  while (end < runs.size() && runs[end].bytes == size_) ++end;
  Comb longest;
  const auto least = static_cast<std::size_t>(tuning().comb_bytes / size_);
  if (end - first < least) return longest;
  for (const int sources : comb_sources) {
    const auto lag = static_cast<std::size_t>(sources);
    if (end - first <= lag) break;
    const Index step = runs[first + lag].offset - runs[first].offset;
    if (sources > 1 && step != size_) continue;
    std::size_t k = first + lag;
    while (k < end && runs[k].source == runs[k - lag].source &&
           runs[k].offset == runs[k - lag].offset + step)
      ++k;
    if (k - first >= std::max(least, longest.count + 1)) longest = {k - first, lag, step};
  }
  return longest;
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
