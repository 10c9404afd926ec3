// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "box_walk.hpp"
#include "move_memory.hpp"

namespace ashlar::detail {

/// Copies of boxes from accessible memory to the target, at once or stepwise beside an exchange.
class BoxCopies {
 public:
  /// @param boxes  from one sender for `receiver`; they must outlive this
  BoxCopies(const Route& route, std::span<const Box> boxes, const Orders& orders, int receiver)
      : conjugate_(route.conjugate()),
        walk_(route, boxes, orders, boxes.front().rank, receiver, Mosaic::PackedEnd::None,
              std::numeric_limits<Index>::max()),
        columns_(walk_.columns()) {}

  /// Copies this hand's part: whole planes, or lines of each if planes are few.
  void run(const MoveMemory& memory, const LineDistribution& distribution) {
    const bool by_planes = walk_.planes() >= planes_per_hand * distribution.hands;
    Index turn = 0;
    for (walk_.rewind(); !walk_.is_over();)
      walk_.take(walk_.columns_left(), [&](const BoxSlice& slice) {
        if (by_planes && !distribution.is_mine(turn++)) return;
        pull_slice(slice, memory, memory.source_of(slice), conjugate_, room_,
                   by_planes ? LineDistribution{} : distribution);
      });
  }

  void rewind() {
    walk_.rewind();
    done_ = 0;
  }

  /// Copies up to `steps` of `all` parts, after the exchange has packed the same columns and so
  /// loaded their cache lines.
  void run_until(const MoveMemory& memory, Index steps = 1, Index all = 1) {
    const Index end = steps == all ? columns_ : columns_ * steps / all / whole_lines * whole_lines;
    while (done_ < end) {
      const Index columns = std::min(end - done_, walk_.columns_left());
      walk_.take(columns, [&](const BoxSlice& slice) {
        pull_slice(slice, memory, memory.source_of(slice), conjugate_, room_);
      });
      done_ += columns;
    }
  }

 private:
  // for whole cache lines of a transposed target
  static constexpr Index whole_lines = 32;
  static constexpr Index planes_per_hand = 8;

  Conjugate conjugate_;
  BoxWalk walk_;
  Index columns_, done_ = 0;
  SliceRoom room_;
};

}  // namespace ashlar::detail
