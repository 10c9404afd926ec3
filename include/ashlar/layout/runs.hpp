// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/layout/axis.hpp>

namespace ashlar {

/// Part of a dimension in which a few runs repeat: such as one large block that meets many rounds
/// of small ones.
struct Stretch {
  Index at = 0;           ///< its first index, counted from the start of the round
  Index extent = 0;       ///< its length: runs end there
  Index period = 1;       ///< its runs repeat every `period` indices, >= 1
  Index source_step = 0;  ///< what one period adds to source_local
  Index target_step = 0;  ///< what one period adds to target_local
  Index runs = 0;         ///< how many of the pattern's runs are its own, in the order of stretches

  friend constexpr bool operator==(const Stretch&, const Stretch&) = default;
};

/// Runs that repeat twice over, stored once and never expanded: a round of stretches is repeated
/// until the range ends, and within each stretch its own runs are repeated until that ends.
/// @tparam R  has at, source_local, target_local and length, as Run
template <class R>
struct Repetition {
  std::vector<R> pattern;          ///< runs, stretch by stretch, 0 <= at < the stretch's period
  std::vector<Stretch> stretches;  ///< in increasing order, without overlap, within 0:period
  Index period = 1;                ///< the stretches repeat every `period` indices, >= 1
  Index source_step = 0;           ///< what one round adds to source_local
  Index target_step = 0;           ///< what one round adds to target_local
  Index extent = 0;                ///< length of the whole range: runs end there

  /// Number of elements of all runs. @cost the pattern's length
  Index count() const {
    return total([](const R& run, Index rounds, Index rest) {
      return rounds * run.length + std::clamp<Index>(rest - run.at, 0, run.length);
    });
  }

  /// Number of runs, repetitions included. @cost the pattern's length
  Index run_count() const {
    return total(
        [](const R& run, Index rounds, Index rest) { return rounds + (run.at < rest ? 1 : 0); });
  }

  /// Indices between which all runs lie: from the first run's start to the end of the last stretch.
  Range hull() const {
    if (pattern.empty()) return {};
    const Index end = period < extent ? extent : stretches.back().at + stretches.back().extent;
    return {stretches.front().at + pattern.front().at, std::min(end, extent)};
  }

  /// Calls f(R) for every run in increasing order of `at`, which then counts from the start of the
  /// range.
  template <class F>
  void for_each(F&& f) const {
    Index source_shift = 0, target_shift = 0;
    for (Index base = 0; base < extent; base += period) {
      const R* runs = pattern.data();
      for (const Stretch& stretch : stretches) {
        if (stretch.at >= extent - base) return;
        each_of(stretch, runs, base, source_shift, target_shift, f);
        runs += stretch.runs;
      }
      if (period >= extent - base) return;
      source_shift += source_step;
      target_shift += target_step;
    }
  }

 private:
  template <class F>
  void each_of(const Stretch& stretch, const R* runs, Index base, Index source_shift,
               Index target_shift, F&& f) const {
    Index at = base + stretch.at;
    for (Index room = std::min(stretch.extent, extent - at);; room -= stretch.period) {
      for (const R* run = runs; run != runs + stretch.runs && run->at < room; ++run) {
        R moved = *run;
        moved.at += at;
        moved.source_local += source_shift;
        moved.target_local += target_shift;
        moved.length = std::min(run->length, room - run->at);
        f(moved);
      }
      if (stretch.period >= room) return;
      at += stretch.period;
      source_shift += stretch.source_step;
      target_shift += stretch.target_step;
    }
  }

  /// Sum of measure(run, whole periods, length of the cut one) over all runs of all stretches.
  template <class Measure>
  Index total(Measure&& measure) const {
    const Index rounds = extent / period, rest = extent % period;
    const R* run = pattern.data();
    Index sum = 0;
    for (const Stretch& stretch : stretches) {
      const Index cut = std::clamp<Index>(rest - stretch.at, 0, stretch.extent);
      for (Index k = 0; k < stretch.runs; ++k, ++run)
        sum += rounds *
                   measure(*run, stretch.extent / stretch.period, stretch.extent % stretch.period) +
               measure(*run, cut / stretch.period, cut % stretch.period);
    }
    return sum;
  }
};

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

/// The runs of a list one after the other, to be walked again and again.
class RunCursor {
 public:
  explicit RunCursor(const RunList& list) : list_(&list) {}

  /// Goes back to the first run.
  void rewind();
  /// The next run, clipped at the end of the range, or a run of length 0 after the last.
  Run next();

 private:
  void enter_stretch();
  bool next_period();

  const RunList* list_;
  std::size_t stretch_ = 0, runs_ = 0, next_ = 0;       // its first run in the pattern, and since
  Index base_ = 0, source_base_ = 0, target_base_ = 0;  // of this round of stretches
  Index within_ = 0, source_shift_ = 0, target_shift_ = 0;  // of this period in the stretch
};

}  // namespace ashlar
