// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/base/index.hpp>

#include "linalg/setting.hpp"
#include "linalg/trial.hpp"

namespace ashlar::bench {

/// What one trial did, round by round.
struct Measured {
  std::string name;
  double first = 0;  ///< seconds of the round that warms up
  /// Of the rounds that count; only `first` where that took long.
  std::vector<double> seconds = {};
  double residual = 0;  ///< the larger one of the first and the last round
  bool verified = false;
  std::string refusal = {};  ///< why the routine does not run by this algorithm; then nothing else
  /// Peak beyond the operands, of all ranks; for methods of ours.
  std::optional<Index> extra_bytes = {};
};

/// Runs all trials in turn, round by round: a checked round that warms up, then `setting.rounds`
/// that count, each in an order of its own, the last of them checked. A trial that takes more than
/// `long_run` runs in the first round only, which then counts.
/// @collective
std::vector<Measured> run_in_turn(const Setting& setting, const std::vector<Trial>& trials);

inline constexpr double long_run = 20;  // seconds

}  // namespace ashlar::bench
