// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ashlar::bench {

/// One way to compute what a routine computes. All functions are collective.
struct Trial {
  std::string name = {};
  std::function<void()> prepare =
      {};                          ///< not timed: restores what `run` destroys, spoils old results
  std::function<void()> run = {};  ///< the only part that is timed
  std::function<double()> residual =
      {};                             ///< [same] of the last result; right where below right_below
  std::function<void()> settle = {};  ///< not timed: waits until nothing of `run` is busy any more
};

inline constexpr double right_below = 16;

/// The trials of one case, and what has to be said of it.
struct TrialList {
  std::vector<Trial> trials = {};
  std::vector<std::string> notes = {};
  std::shared_ptr<void> operands = {};  ///< what the trials work on
};

}  // namespace ashlar::bench
