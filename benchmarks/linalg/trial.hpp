// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ashlar::bench {

/// Implementation of a routine. All functions are collective.
struct Trial {
  std::string name = {};
  std::function<void()> prepare =
      {};  ///< not timed: restores overwritten operands and invalidates old results
  std::function<void()> run = {};  ///< timed
  std::function<double()> residual =
      {};                             ///< [same] of the last result; correct if below right_below
  std::function<void()> settle = {};  ///< not timed: waits until `run` has left no busy threads
};

inline constexpr double right_below = 16;

/// Trials of one case, with notes for the table.
struct TrialList {
  std::vector<Trial> trials = {};
  std::vector<std::string> notes = {};
  std::shared_ptr<void> operands = {};  ///< operands of the trials
};

}  // namespace ashlar::bench
