// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/base/index.hpp>

#include "linalg/setting.hpp"
#include "linalg/trial.hpp"

namespace ashlar::bench {

/// Results of one trial by round.
struct Measured {
  std::string name;
  double first = 0;  ///< seconds of the warm-up round
  /// Seconds of the timed rounds; only `first` after a long warm-up.
  std::vector<double> seconds = {};
  double residual = 0;  ///< maximum of the first and the last round
  bool verified = false;
  std::string refusal = {};  ///< why the algorithm is unavailable; excludes other results
  /// Peak memory of all ranks in addition to the operands; for methods of Ashlar.
  std::optional<Index> extra_bytes = {};
};

/// Runs all trials in turn by rounds: a checked warm-up round, then `setting.rounds` timed ones,
/// each in a different order, the last of them checked. A trial longer than `long_run` runs in the
/// first round only, which is then timed.
/// @collective
std::vector<Measured> run_in_turn(const Setting& setting, const std::vector<Trial>& trials);

inline constexpr double long_run = 20;  // seconds

}  // namespace ashlar::bench
