// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <ashlar/base/index.hpp>

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

}  // namespace ashlar
