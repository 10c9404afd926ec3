// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/axis.hpp>

namespace ashlar {

/// A stretch of one dimension that is contiguous in the memory of the sender and of the receiver.
struct Run {
  Index at = 0;            ///< first index, counted from the start of the moved range
  Index source_local = 0;  ///< where it starts along the sender's local axis
  Index target_local = 0;  ///< where it starts along the receiver's local axis
  Index length = 0;

  friend constexpr bool operator==(const Run&, const Run&) = default;
};

/// The runs that one process sends to another along one dimension: a pattern that repeats with a
/// period, stored once and never expanded.
struct RunList {
  std::vector<Run> pattern;  ///< runs with 0 <= at < period, in increasing order of `at`
  Index period = 1;          ///< the pattern repeats every `period` indices, >= 1
  Index source_step = 0;     ///< what one period adds to source_local
  Index target_step = 0;     ///< what one period adds to target_local
  Index extent = 0;          ///< length of the moved range: runs end there

  /// Number of elements of all runs. @cost the pattern's length
  Index count() const;
  /// Number of runs, repetitions included. @cost the pattern's length
  Index run_count() const;

  /// Calls f(Run) for every run in increasing order of `at`.
  template <class F>
  void for_each(F&& f) const {
    Index source_shift = 0, target_shift = 0;
    for (Index base = 0; base < extent; base += period) {
      for (const Run& run : pattern) {
        const Index at = base + run.at;
        if (at >= extent) return;
        f(Run{at, run.source_local + source_shift, run.target_local + target_shift,
              std::min(run.length, extent - at)});
      }
      if (period >= extent - base) return;
      source_shift += source_step;
      target_shift += target_step;
    }
  }

  /// The same elements with neighbouring runs joined where both memories are contiguous across
  /// them. The joined runs no longer know the indices they stand for (`at` is that of their first
  /// element and nothing more), so triangles need the list as it was.
  RunList coalesced() const;
};

/// What one process shares with one other along a dimension.
struct AxisShare {
  int coord = 0;  ///< the other process's coordinate along this dimension
  RunList runs;
};

/// Two axes between which a range of indices moves: index i of the range is element source_first +
/// i of the source axis and element target_first + i of the target axis.
struct AxisPairing {
  Axis source;
  Index source_first = 0;
  Axis target;
  Index target_first = 0;
  Index length = 0;

  /// What source process `p` sends, one entry for each target process that gets something, by its
  /// coordinate.
  /// @cost in proportion to the runs of one period (or of the range, if that is shorter)
  std::vector<AxisShare> from_source(int p) const;
  /// What target process `q` receives, one entry for each source process that has something, by its
  /// coordinate.
  std::vector<AxisShare> into_target(int q) const;
};

}  // namespace ashlar
