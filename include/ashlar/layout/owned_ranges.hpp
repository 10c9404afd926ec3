// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/axis.hpp>

namespace ashlar {

/// Number of maximal ranges of neighbouring elements that process `p` keeps of an axis. O(1).
/// @example extent 9, block 2, nprocs 2: p=0 keeps 0-1, 4-5, 8 -> 3
constexpr Index owned_range_count(const Axis& axis, int p) {
  const Index count = axis.local_count(p);
  // One process keeps all blocks side by side, however many they are.
  if (count == 0 || count == axis.extent) return count == 0 ? 0 : 1;
  return count / axis.block + (count % axis.block != 0 ? 1 : 0);
}

/// The k-th of these ranges. O(1).
/// @pre 0 <= k < owned_range_count(axis, p)
/// @example extent 9, block 2, nprocs 2: p=0, k=1 -> [4, 6)
constexpr Range owned_range(const Axis& axis, int p, Index k) {
  const Index count = axis.local_count(p);
  if (count == axis.extent) return {0, count};
  const Index first = axis.to_global(p, k * axis.block);
  return {first, first + std::min(axis.block, count - k * axis.block)};
}

/// All of them, in increasing order.
/// @cost memory in proportion to the ranges
inline std::vector<Range> owned_ranges(const Axis& axis, int p) {
  std::vector<Range> ranges;
  for (Index k = 0; k < owned_range_count(axis, p); ++k) ranges.push_back(owned_range(axis, p, k));
  return ranges;
}

}  // namespace ashlar
