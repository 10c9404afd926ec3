// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "linalg/rounds.hpp"

namespace ashlar::bench {

/// Measurements of one routine at one size.
struct RoutineResult {
  std::string routine;
  Index n = 0;
  int ranks = 0;
  std::string type, corename, layout;
  double flops = 0, peak_flops = 0;  ///< of a call, and of a call of the yardstick
  Measured peak = {};
  std::vector<Measured> methods = {};
  std::vector<std::string> notes = {};
};

/// GFLOP/s at the median time.
double gflops(double flops, const Measured& measured);

/// Median over the rounds of the rate of a method divided by the peak rate of the round.
double fraction(const RoutineResult& result, const Measured& method);

/// Table of one case.
std::string table_of(const RoutineResult& result);

/// All cases as a JSON array.
std::string json_of(const std::vector<RoutineResult>& results);

}  // namespace ashlar::bench
