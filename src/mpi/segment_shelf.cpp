// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/segment_shelf.hpp"

#include <algorithm>
#include <utility>

namespace ashlar::mpi {
namespace {

/// Waste that does not justify a new segment.
Index slack_bytes(Index parts) { return 16 * parts * page_bytes(); }

}  // namespace

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
