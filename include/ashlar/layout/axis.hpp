// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar {

/// Block-cyclic distribution of one dimension: block b lies on process (source + b) mod nprocs. All
/// functions are O(1); block * nprocs may exceed the largest Index.
struct Axis {
  Index extent = 0;  ///< number of elements (ScaLAPACK M or N), >= 0
  Index block = 1;   ///< block size (MB or NB), >= 1
  int nprocs = 1;    ///< processes along this dimension (NPROW or NPCOL), >= 1
  int source = 0;    ///< process that owns element 0 (RSRC or CSRC), 0 <= source < nprocs

  /// Process that owns element `g` (ScaLAPACK INDXG2P).
  /// @pre 0 <= g; g may exceed the extent
  /// @example block 3, nprocs 2, source 0: g=7 -> 0
  constexpr int owner(Index g) const {
    return static_cast<int>((g / block % nprocs + source) % nprocs);
  }

  /// Local index of element `g` (ScaLAPACK INDXG2L).
  /// @pre 0 <= g
  /// @example block 3, nprocs 2, source 0: g=7 -> 4
  constexpr Index to_local(Index g) const { return g / block / nprocs * block + g % block; }

  /// Global index of element `l` of process `p` (ScaLAPACK INDXL2G).
  /// @pre 0 <= p < nprocs, 0 <= l < local_count(p)
  /// @example block 3, nprocs 2, source 0: p=0, l=4 -> 7
  constexpr Index to_global(int p, Index l) const {
    return (l / block * nprocs + distance(p)) * block + l % block;
  }

  /// Number of elements of process `p` (ScaLAPACK NUMROC).
  /// @pre 0 <= p < nprocs
  /// @example extent 10, block 3, nprocs 2, source 0: p=0 has 0-2, 6-8 -> 6; p=1 has 3-5, 9 -> 4
  /// @see ScaLAPACK TOOLS/numroc.f
  constexpr Index local_count(int p) const { return local_count_below(p, extent); }

  /// Local indices of process `p` with global indices in `range`; contiguous, since local order is
  /// global order.
  /// @pre 0 <= p < nprocs, 0 <= range.first <= range.last <= extent
  constexpr Range local_range(int p, Range range) const {
    return {local_count_below(p, range.first), local_count_below(p, range.last)};
  }

  /// Number of elements of process `p` with global index below `g`.
  /// @pre 0 <= p < nprocs, 0 <= g <= extent
  constexpr Index local_count_below(int p, Index g) const {
    const Index whole_blocks = g / block;
    const Index d = distance(p);
    const Index rounds = whole_blocks / nprocs * block;
    const Index left_over = whole_blocks % nprocs;
    return rounds + (d < left_over ? block : d == left_over ? g % block : 0);
  }

  /// Number of blocks.
  constexpr Index block_count() const { return extent / block + (extent % block != 0 ? 1 : 0); }

  /// Distance of process `p` from the source in cyclic order.
  constexpr int distance(int p) const { return p >= source ? p - source : p - source + nprocs; }

  /// @throws ArgumentError naming `what` and the field, if a field is out of range
  constexpr void check(const char* what) const {
    expect(extent >= 0, what, ": extent is ", extent, ", but must be at least 0");
    expect(block >= 1, what, ": block is ", block, ", but must be at least 1");
    expect(nprocs >= 1, what, ": there are ", nprocs, " processes, but must be at least 1");
    expect(source >= 0 && source < nprocs, what, ": source process is ", source,
           ", but must lie between 0 and ", nprocs - 1);
  }

  friend constexpr bool operator==(const Axis&, const Axis&) = default;
};

namespace detail {

/// Number of maximal contiguous ranges of process `p`. O(1)
/// @example extent 9, block 2, nprocs 2: p=0 has 0-1, 4-5, 8 -> 3
constexpr Index owned_range_count(const Axis& axis, int p) {
  const Index count = axis.local_count(p);
  // Blocks of a single process are contiguous.
  if (count == 0 || count == axis.extent) return count == 0 ? 0 : 1;
  return count / axis.block + (count % axis.block != 0 ? 1 : 0);
}

/// The k-th maximal contiguous range of process `p`. O(1)
/// @pre 0 <= k < owned_range_count(axis, p)
/// @example extent 9, block 2, nprocs 2: p=0, k=1 -> [4, 6)
constexpr Range owned_range(const Axis& axis, int p, Index k) {
  const Index count = axis.local_count(p);
  if (count == axis.extent) return {0, count};
  const Index first = axis.to_global(p, k * axis.block);
  return {first, first + std::min(axis.block, count - k * axis.block)};
}

/// All maximal contiguous ranges of process `p`, ascending.
/// @cost memory proportional to the ranges
inline std::vector<Range> owned_ranges(const Axis& axis, int p) {
  std::vector<Range> ranges;
  for (Index k = 0; k < owned_range_count(axis, p); ++k) ranges.push_back(owned_range(axis, p, k));
  return ranges;
}

}  // namespace detail

}  // namespace ashlar
