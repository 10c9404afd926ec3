// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

namespace ashlar {

/// Every size, offset and index of the library: signed, 64 bits, counted in elements unless a name
/// ends in `_bytes`.
using Index = std::int64_t;

/// Half-open range [first, last) of 0-based indices.
struct Range {
  Index first = 0;
  Index last = 0;

  /// All indices from `first` on, to the end of what is viewed.
  static constexpr Range from(Index first) { return {first, std::numeric_limits<Index>::max()}; }
  /// All indices of what is viewed.
  static constexpr Range all() { return from(0); }

  constexpr Index size() const { return last - first; }
  constexpr bool empty() const { return last <= first; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// `range` with its end where that of `extent` indices is, if it was left open.
constexpr Range closed(Range range, Index extent) {
  return range.last == std::numeric_limits<Index>::max() ? Range{range.first, extent} : range;
}

/// The overlap of two ranges, empty where they do not meet.
constexpr Range intersection(Range a, Range b) {
  const Index first = a.first > b.first ? a.first : b.first;
  const Index last = a.last < b.last ? a.last : b.last;
  return {first, last < first ? first : last};
}

/// The smallest range that holds both; an empty one does not count.
constexpr Range hull(Range a, Range b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  return {a.first < b.first ? a.first : b.first, a.last > b.last ? a.last : b.last};
}

}  // namespace ashlar
