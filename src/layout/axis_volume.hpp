// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <ashlar/layout/detail/runs.hpp>

namespace ashlar::detail {

/// Sparse matrix of the numbers of indices that pairs of processes share along one dimension.
/// Without a triangle, two ranks share a product of two entries.
class AxisVolume {
 public:
  enum class Side { Source, Target };
  struct Entry {
    int coord = 0;    ///< process of the other side
    Index count = 0;  ///< > 0
  };

  /// @param by  side whose processes number the rows
  /// @cost that of all shares of that side along this dimension
  AxisVolume(const AxisPairing& pair, Side by) {
    const int processes = by == Side::Source ? pair.source.nprocs : pair.target.nprocs;
    starts_.reserve(static_cast<std::size_t>(processes) + 1);
    starts_.push_back(0);
    for (int p = 0; p < processes; ++p) {
      for (const AxisShare& share : by == Side::Source ? pair.from_source(p) : pair.into_target(p))
        entries_.push_back({share.coord, share.runs.count()});
      starts_.push_back(entries_.size());
    }
  }

  /// Partners of `p` on the other side, ascending.
  std::span<const Entry> of(int p) const {
    const auto first = starts_[static_cast<std::size_t>(p)],
               last = starts_[static_cast<std::size_t>(p) + 1];
    return std::span(entries_).subspan(first, last - first);
  }
  /// Indices that `p` shares with `q` of the other side; maybe 0. @cost O(log partners of p)
  Index between(int p, int q) const {
    const auto row = of(p);
    const auto entry = std::lower_bound(row.begin(), row.end(), q,
                                        [](const Entry& e, int coord) { return e.coord < coord; });
    return entry == row.end() || entry->coord != q ? 0 : entry->count;
  }
  /// Pairs of processes that share indices.
  Index pairs() const { return std::ssize(entries_); }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Entry> entries_;
};

}  // namespace ashlar::detail
