// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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
  AxisVolume(const AxisPairing& pair, Side by);

  /// Partners of `p` on the other side, ascending.
  std::span<const Entry> of(int p) const;
  /// Indices that `p` shares with `q` of the other side; maybe 0. @cost O(log partners of p)
  Index between(int p, int q) const;
  /// Pairs of processes that share indices.
  Index pairs() const { return std::ssize(entries_); }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Entry> entries_;
};

}  // namespace ashlar::detail
