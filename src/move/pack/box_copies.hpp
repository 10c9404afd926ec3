// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "box_walk.hpp"
#include "move_memory.hpp"

namespace ashlar::detail {

/// Boxes that come from memory that this rank reaches, straight from the source to the target: at
/// once or, beside an exchange, step by step.
class BoxCopies {
 public:
  /// @param boxes  from one sender for `receiver`; they must outlive this
  BoxCopies(const Route& route, std::span<const Box> boxes, const Orders& orders, int receiver)
      : conjugate_(route.conjugate()),
        walk_(route, boxes, orders, boxes.front().rank, receiver, Mosaic::PackedEnd::None,
              std::numeric_limits<Index>::max()),
        columns_(walk_.columns()) {}

  /// Copies what the deal gives this hand: whole planes, or lines of each where there are few.
  void run(const MoveMemory& memory, const Deal& deal) {
    const bool by_planes = walk_.planes() >= planes_per_hand * deal.hands;
    Index turn = 0;
    for (walk_.rewind(); !walk_.is_over();)
      walk_.take(walk_.columns_left(), [&](const BoxSlice& slice) {
        if (by_planes && !deal.is_mine(turn++)) return;
        pull_slice(slice, memory, memory.source_of(slice), conjugate_, room_,
                   by_planes ? Deal{} : deal);
      });
  }

  /// Goes back to the beginning.
  void rewind() {
    walk_.rewind();
    done_ = 0;
  }

  /// Copies `steps` of `all` parts, but for those that were copied before. Others who read the same
  /// columns just before have brought what this needs nearer.
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
  // Columns of the source that are rows of a turned target: its cache lines are written whole.
  static constexpr Index whole_lines = 32;
  static constexpr Index planes_per_hand = 8;

  Conjugate conjugate_;
  BoxWalk walk_;
  Index columns_, done_ = 0;
  SliceRoom room_;
};

/// Computes the new value of every element that somebody would have sent something to, if the
/// source were read.
void scale_target(const Route& route, const Orders& orders, const MoveMemory& memory);

}  // namespace ashlar::detail
