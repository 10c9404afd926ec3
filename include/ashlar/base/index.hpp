// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

namespace ashlar {

/// Size, offset or index: signed, 64 bits, in elements unless the name ends in `_bytes`.
using Index = std::int64_t;

/// Half-open range [first, last) of 0-based indices.
struct Range {
  Index first = 0;
  Index last = 0;

  /// Indices from `first` to the end of the viewed dimension.
  static constexpr Range from(Index first) { return {first, std::numeric_limits<Index>::max()}; }
  /// All indices of the viewed dimension.
  static constexpr Range all() { return from(0); }

  constexpr Index size() const { return last - first; }
  constexpr bool empty() const { return last <= first; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// `range` with an open end replaced by `extent`.
constexpr Range closed(Range range, Index extent) {
  return range.last == std::numeric_limits<Index>::max() ? Range{range.first, extent} : range;
}

namespace detail {

/// Overlap of two ranges, possibly empty.
constexpr Range intersection(Range a, Range b) {
  const Index first = a.first > b.first ? a.first : b.first;
  const Index last = a.last < b.last ? a.last : b.last;
  return {first, last < first ? first : last};
}

/// Smallest range that contains both; empty ranges are ignored.
constexpr Range hull(Range a, Range b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  return {a.first < b.first ? a.first : b.first, a.last > b.last ? a.last : b.last};
}

}  // namespace detail

}  // namespace ashlar
