// SPDX-License-Identifier: BSD-3-Clause
#include "axis_volume.hpp"

#include <algorithm>

namespace ashlar::detail {

AxisVolume::AxisVolume(const AxisPairing& pair, Side by) {
  const int processes = by == Side::Source ? pair.source.nprocs : pair.target.nprocs;
  starts_.reserve(static_cast<std::size_t>(processes) + 1);
  starts_.push_back(0);
  for (int p = 0; p < processes; ++p) {
    for (const AxisShare& share : by == Side::Source ? pair.from_source(p) : pair.into_target(p))
      entries_.push_back({share.coord, share.runs.count()});
    starts_.push_back(entries_.size());
  }
}

std::span<const AxisVolume::Entry> AxisVolume::of(int p) const {
  const auto first = starts_[static_cast<std::size_t>(p)],
             last = starts_[static_cast<std::size_t>(p) + 1];
  return std::span(entries_).subspan(first, last - first);
}

Index AxisVolume::between(int p, int q) const {
  const auto row = of(p);
  const auto entry = std::lower_bound(row.begin(), row.end(), q,
                                      [](const Entry& e, int coord) { return e.coord < coord; });
  return entry == row.end() || entry->coord != q ? 0 : entry->count;
}

}  // namespace ashlar::detail
