// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <ashlar/layout/runs.hpp>

namespace ashlar::detail {

/// Sparse matrix of the number of indices of one dimension that each process shares with each
/// process of the other side. Without a triangle the elements between two ranks are the product of
/// two of its entries, one for each dimension.
class AxisVolume {
 public:
  enum class Side { Source, Target };
  struct Entry {
    int coord = 0;    ///< the other side's process
    Index count = 0;  ///< > 0
  };

  /// @param by  the side whose processes number the rows of the matrix
  /// @cost that of all shares of that side along this dimension
  AxisVolume(const AxisPairing& pair, Side by);

  /// The other side's processes that share indices with process `p`, in increasing order.
  std::span<const Entry> of(int p) const;
  /// Indices that `p` shares with `q` of the other side; 0 if none. @cost O(log partners of p)
  Index between(int p, int q) const;
  /// Pairs of processes that share indices.
  Index pairs() const { return std::ssize(entries_); }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Entry> entries_;
};

}  // namespace ashlar::detail
