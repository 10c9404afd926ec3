// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/layout/axis.hpp>

namespace ashlar::detail {

/// Part of a dimension with periodic runs, for example one large source block with many small
/// target blocks.
struct Stretch {
  Index at = 0;           ///< first index, relative to the round (see Repetition)
  Index extent = 0;       ///< length, at which runs are cut
  Index period = 1;       ///< period of its runs, >= 1
  Index source_step = 0;  ///< increment of source_local per period
  Index target_step = 0;  ///< increment of target_local per period
  Index runs = 0;         ///< number of its runs in Repetition::pattern

  friend constexpr bool operator==(const Stretch&, const Stretch&) = default;
};

/// Removes and returns the first `length` elements of a run, in the coordinates of both memories.
/// @pre length <= rest.length
template <class R>
constexpr R take_front(R& rest, Index length) {
  R front = rest;
  front.length = length;
  rest.at += length;
  rest.source_local += length;
  rest.target_local += length;
  rest.length -= length;
  return front;
}

/// Runs with two nested periods, stored once: the stretches (a round) repeat up to the end of the
/// range, the runs of a stretch up to its end.
/// @tparam R  has at, source_local, target_local and length, as Run
template <class R>
struct Repetition {
  std::vector<R> pattern;  ///< runs of each stretch in turn, 0 <= at < period of the stretch
  std::vector<Stretch> stretches;  ///< ascending and disjoint, within 0:period
  Index period = 1;                ///< period of the stretches, >= 1
  Index source_step = 0;           ///< increment of source_local per round
  Index target_step = 0;           ///< increment of target_local per round
  Index extent = 0;                ///< length of the range, at which runs are cut

  /// Number of elements of all runs. @cost proportional to the pattern
  Index count() const {
    return total([](const R& run, Index rounds, Index rest) {
      return rounds * run.length + std::clamp<Index>(rest - run.at, 0, run.length);
    });
  }

  /// Number of runs, repetitions included. @cost proportional to the pattern
  Index run_count() const {
    return total(
        [](const R& run, Index rounds, Index rest) { return rounds + (run.at < rest ? 1 : 0); });
  }

  /// Range from the first run to the end of the last stretch.
  Range hull() const {
    if (pattern.empty()) return {};
    const Index end = period < extent ? extent : stretches.back().at + stretches.back().extent;
    return {stretches.front().at + pattern.front().at, std::min(end, extent)};
  }

  /// Calls f(R) for every run in ascending order, with `at` relative to the range.
  /// @param within  restricts and cuts the runs
  template <class F>
  void for_each(F&& f, Range within = Range::all()) const {
    within.last = std::min(within.last, extent);
    const Index skipped = within.first / period;
    Index source_shift = skipped * source_step, target_shift = skipped * target_step;
    for (Index base = skipped * period; base < within.last; base += period) {
      const R* runs = pattern.data();
      for (const Stretch& stretch : stretches) {
        if (stretch.at >= within.last - base) return;
        each_of(stretch, runs, base + stretch.at, source_shift, target_shift, within, f);
        runs += stretch.runs;
      }
      if (period >= within.last - base) return;
      source_shift += source_step;
      target_shift += target_step;
    }
  }

 private:
  template <class F>
  void each_of(const Stretch& stretch, const R* runs, Index at, Index source_shift,
               Index target_shift, Range within, F&& f) const {
    Index room = std::min(stretch.extent, within.last - at);
    const Index before = std::clamp<Index>(within.first - at, 0, room);
    if (before > 0) {
      const Index skipped = before / stretch.period;
      at += skipped * stretch.period;
      room -= skipped * stretch.period;
      source_shift += skipped * stretch.source_step;
      target_shift += skipped * stretch.target_step;
    }
    for (; room > 0; room -= stretch.period) {
      for (const R* run = runs; run != runs + stretch.runs && run->at < room; ++run) {
        R moved = *run;
        moved.at += at;
        moved.source_local += source_shift;
        moved.target_local += target_shift;
        moved.length = std::min(run->length, room - run->at);
        if (moved.at < within.first)
          take_front(moved, std::min(within.first - moved.at, moved.length));
        if (moved.length > 0) f(moved);
      }
      if (stretch.period >= room) return;
      at += stretch.period;
      source_shift += stretch.source_step;
      target_shift += stretch.target_step;
    }
  }

  /// Sum of measure(run, complete periods, length of the cut period).
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

/// Indices that are contiguous in the memory of sender and receiver.
struct Run {
  Index at = 0;            ///< first index, relative to the moved range
  Index source_local = 0;  ///< first local index at the sender
  Index target_local = 0;  ///< first local index at the receiver
  Index length = 0;

  friend constexpr bool operator==(const Run&, const Run&) = default;
};

/// Runs from one process to another along one dimension, ascending.
using RunList = Repetition<Run>;

/// Indices of one dimension that two processes share.
struct AxisShare {
  int coord = 0;  ///< coordinate of the other process, or block row (column) of its block map
  RunList runs;
  Index count = 0;                             ///< elements of all runs
  Index source_extent = 0, target_extent = 0;  ///< extents of the local blocks

  /// True if the runs cover both blocks; local indices are then equal.
  bool is_whole() const { return count == source_extent && count == target_extent; }
};

/// Two axes with a moved range: index i is element source_first + i of the source and target_first
/// + i of the target.
struct AxisPairing {
  Axis source;
  Index source_first = 0;
  Axis target;
  Index target_first = 0;
  Index length = 0;

  /// Shares that source process `p` sends, one entry per target process, by coordinate.
  /// @cost proportional to the result: if blocks of one axis cover two cycles (block * nprocs) of
  /// the other, one run per such block and process; else the runs of a common period of both axes,
  /// or of a shorter range
  std::vector<AxisShare> from_source(int p) const;
  /// Shares that target process `q` receives, one entry per source process, by coordinate.
  std::vector<AxisShare> into_target(int q) const;
};

/// Iterator over the runs of a list.
class RunCursor {
 public:
  explicit RunCursor(const RunList& list) : list_(&list) {}

  /// Returns to the first run.
  void rewind();
  /// Next run, cut at the end of the range; length 0 after the last.
  Run next();

 private:
  void enter_stretch();
  bool next_period();

  const RunList* list_;
  std::size_t stretch_ = 0, runs_ = 0, next_ = 0;           // runs_: first of the stretch
  Index base_ = 0, source_base_ = 0, target_base_ = 0;      // of the round
  Index within_ = 0, source_shift_ = 0, target_shift_ = 0;  // of the period
};

}  // namespace ashlar::detail
