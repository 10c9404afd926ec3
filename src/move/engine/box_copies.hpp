// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "move/pack/box_walk.hpp"
#include "move/pack/move_memory.hpp"

namespace ashlar::detail {

/// Boxes that come from memory that this rank reaches, straight from the source to the target: at
/// once or, beside an exchange, step by step.
class BoxCopies {
 public:
  /// @param boxes  from one sender; they must outlive this
  BoxCopies(const Route& route, std::span<const Box> boxes, const Orders& orders)
      : conjugate_(route.conjugate()),
        walk_(route, boxes, orders, boxes.front().rank, route.rank(), Mosaic::PackedEnd::None,
              std::numeric_limits<Index>::max()),
        columns_(walk_.columns()) {}

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

  Conjugate conjugate_;
  BoxWalk walk_;
  Index columns_, done_ = 0;
  SliceRoom room_;
};

/// Computes the new value of every element that somebody would have sent something to, if the
/// source were read.
void scale_target(const Route& route, const Orders& orders, const MoveMemory& memory);

}  // namespace ashlar::detail
