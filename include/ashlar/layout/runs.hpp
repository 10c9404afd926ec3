// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/axis.hpp>
#include <ashlar/layout/repetition.hpp>

namespace ashlar {

/// A stretch of one dimension that is contiguous in the memory of the sender and of the receiver.
struct Run {
  Index at = 0;            ///< first index, counted from the start of the moved range
  Index source_local = 0;  ///< where it starts along the sender's local axis
  Index target_local = 0;  ///< where it starts along the receiver's local axis
  Index length = 0;

  friend constexpr bool operator==(const Run&, const Run&) = default;
};

namespace detail {

/// Cuts the first `length` elements off a run, or what else stands for a stretch of two memories,
/// and returns them; `rest` is what remains.
/// @pre length <= rest.length
template <class Stretch>
constexpr Stretch take_front(Stretch& rest, Index length) {
  Stretch front = rest;
  front.length = length;
  rest.at += length;
  rest.source_local += length;
  rest.target_local += length;
  rest.length -= length;
  return front;
}

}  // namespace detail

/// The runs that one process sends to another along one dimension, in increasing order.
using RunList = Repetition<Run>;

/// Indices that one process shares with one other along a dimension.
struct AxisShare {
  int coord = 0;  ///< the other process's coordinate along this dimension, or its block's band
  RunList runs;
  Index count = 0;                             ///< elements of all runs
  Index source_extent = 0, target_extent = 0;  ///< how far the local blocks of both ends reach

  /// True if it is all of both blocks; then every element has the same place in both.
  bool is_whole() const { return count == source_extent && count == target_extent; }
};

/// Two axes between which a range of indices moves: index i of the range is element source_first +
/// i of the source axis and element target_first + i of the target axis.
struct AxisPairing {
  Axis source;
  Index source_first = 0;
  Axis target;
  Index target_first = 0;
  Index length = 0;

  /// Shares that source process `p` sends, one entry for each target process that gets something,
  /// by its coordinate.
  /// @cost in proportion to what is stored: where the blocks of one axis are longer than the rounds
  /// of the other, one run for each block and process that meet; else the runs of one common period
  /// of the axes (or of the range, if that is shorter)
  std::vector<AxisShare> from_source(int p) const;
  /// Shares that target process `q` receives, one entry for each source process that has something,
  /// by its coordinate.
  std::vector<AxisShare> into_target(int q) const;
};

}  // namespace ashlar
