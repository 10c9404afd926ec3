// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/segment_shelf.hpp"

#include <algorithm>
#include <utility>

namespace ashlar::mpi {
namespace {

/// Waste that does not justify a new segment.
Index slack_bytes(Index parts) { return 16 * parts * page_bytes(); }

/// Spare bytes of a pool: enough for the matrices of a routine in several layouts, not all of which
/// are in use at one time; 1 GiB on a node of 128 ranks.
Index spare_bytes(Index parts) { return parts * (Index{8} << 20); }

/// Number of requests after which an unused idle segment is worthless.
constexpr Index lately = 64;

bool has_pages(const PoolEntry& entry) { return !(entry.is_idle && entry.is_passing); }

std::optional<int> best_fit(std::span<const PoolEntry> entries, Index most) {
  std::optional<int> best;
  for (int k = 0; k < static_cast<int>(entries.size()); ++k) {
    const PoolEntry& entry = entries[static_cast<std::size_t>(k)];
    if (!entry.is_idle || entry.is_passing || !entry.fits || entry.capacity > most) continue;
    if (!best || entry.capacity < entries[static_cast<std::size_t>(*best)].capacity) best = k;
  }
  return best;
}

/// Idle segments, least recently used first, with at least `bytes` bytes if possible.
std::vector<int> oldest_idle(std::span<const PoolEntry> entries, Index bytes) {
  const auto at = [&](int k) -> const PoolEntry& { return entries[static_cast<std::size_t>(k)]; };
  std::vector<int> idle;
  for (int k = 0; k < static_cast<int>(entries.size()); ++k)
    if (at(k).is_idle && has_pages(at(k))) idle.push_back(k);
  std::ranges::sort(idle, {}, [&](int k) { return at(k).last_use; });
  std::size_t count = 0;
  for (; count < idle.size() && bytes > 0; ++count) bytes -= at(idle[count]).capacity;
  idle.resize(count);
  return idle;
}

/// True if a passing segment of an earlier request would fit now, had it kept its pages. Live
/// segments of this size are ignored: many may be live at once.
bool is_repeated(std::span<const PoolEntry> entries, Index most) {
  return std::ranges::any_of(entries, [&](const PoolEntry& entry) {
    return entry.is_idle && entry.is_passing && entry.fits && entry.capacity <= most;
  });
}

/// Factor by which dropped segments may exceed a repeated request.
constexpr Index worth_when_repeated = 4;

/// True if dropping `doomed` costs more than it gains.
bool is_bad_bargain(std::span<const PoolEntry> entries, const std::vector<int>& doomed,
                    const PoolRequest& request, Index most) {
  Index lost = 0;
  for (const int k : doomed) {
    const PoolEntry& entry = entries[static_cast<std::size_t>(k)];
    if (entry.last_use + lately < request.number) return false;
    lost += entry.capacity;
  }
  return lost > (is_repeated(entries, most) ? worth_when_repeated : 1) * request.wanted_bytes;
}

}  // namespace

PoolChoice choose_segment(std::span<const PoolEntry> entries, const PoolRequest& request) {
  Index live = 0, idle = 0, lasting = 0;
  for (const PoolEntry& entry : entries) {
    if (!has_pages(entry)) continue;
    (entry.is_idle ? idle : live) += entry.capacity;
    if (!entry.is_passing) lasting += entry.capacity;
  }
  PoolChoice choice;
  const Index wanted = request.wanted_bytes;
  const Index most = wanted + wanted / 4 + request.slack_bytes;
  choice.reuse = best_fit(entries, most);
  const Index taken =
      choice.reuse ? entries[static_cast<std::size_t>(*choice.reuse)].capacity : wanted;
  choice.peak_bytes = std::max(request.peak_bytes, live + taken);
  if (choice.reuse) return choice;

  // Missing system memory has priority; idle segments are dropped for it only if they suffice.
  const Index missing = wanted - request.available_bytes;
  const Index too_much = lasting + wanted - choice.peak_bytes - request.spare_bytes;
  choice.drop = oldest_idle(entries, std::max(too_much, missing <= idle ? missing : 0));
  if (too_much > 0 && missing <= 0 && is_bad_bargain(entries, choice.drop, request, most)) {
    choice.is_passing = true;
    choice.drop.clear();
  }
  for (int k = 0; k < static_cast<int>(entries.size()); ++k)
    if (!has_pages(entries[static_cast<std::size_t>(k)])) choice.drop.push_back(k);
  std::ranges::sort(choice.drop);
  return choice;
}

PoolChoice SegmentShelf::choose(std::span<const Index> part_bytes, Index wanted_bytes,
                                const std::function<Index()>& available_bytes) const {
  std::vector<PoolEntry> entries;
  entries.reserve(held_.size());
  for (const Held& held : held_) {
    const Segment& segment = *held.segment;
    entries.push_back({.capacity = segment.capacity(),
                       .last_use = held.last_use,
                       .is_idle = segment.is_idle(),
                       .is_passing = segment.is_passing(),
                       .fits = segment.fits(part_bytes)});
  }
  PoolRequest request{.wanted_bytes = wanted_bytes,
                      .slack_bytes = slack_bytes(std::ssize(part_bytes)),
                      .spare_bytes = spare_bytes(std::ssize(part_bytes)),
                      .number = requests_,
                      .peak_bytes = peak_bytes_};
  PoolChoice choice = choose_segment(entries, request);
  if (choice.reuse) return choice;
  request.available_bytes = available_bytes();
  return choose_segment(entries, request);
}

std::vector<int> SegmentShelf::idle() const {
  std::vector<int> indices;
  for (int k = 0; k < size(); ++k)
    if (at(k).is_idle()) indices.push_back(k);
  return indices;
}

Index SegmentShelf::resident_bytes_of(const std::vector<int>& indices) const {
  Index sum = 0;
  for (const int k : indices) sum += at(k).resident_bytes();
  return sum;
}

std::shared_ptr<Segment> SegmentShelf::use(Index id, Index peak_bytes) {
  const auto held =
      std::ranges::find_if(held_, [&](const Held& h) { return h.segment->id() == id; });
  held->last_use = requests_;
  peak_bytes_ = peak_bytes;
  return held->segment;
}

void SegmentShelf::add(std::shared_ptr<Segment> segment, Index peak_bytes) {
  held_.push_back({std::move(segment), requests_});
  peak_bytes_ = peak_bytes;
}

void SegmentShelf::drop(const std::vector<int>& indices) noexcept {
  for (auto k = indices.rbegin(); k != indices.rend(); ++k) held_.erase(held_.begin() + *k);
}

PoolStatistics SegmentShelf::statistics() const {
  PoolStatistics result{.peak_bytes = peak_bytes_, .segments = size()};
  for (const Held& held : held_)
    (held.segment->is_idle() ? result.idle_bytes : result.live_bytes) +=
        held.segment->resident_bytes();
  return result;
}

}  // namespace ashlar::mpi
