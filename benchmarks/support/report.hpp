// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/move_case.hpp"
#include "support/timing.hpp"

namespace ashlar::bench {

/// Measurements of one case.
struct CaseResult {
  MoveCase what;
  Index n = 0;
  int ranks = 0;
  std::string type;
  Index bytes = 0;   ///< of the moved or kept elements, counted once
  double limit = 0;  ///< seconds: the faster yardstick
  double plan = 0;   ///< seconds to build a new plan
  std::vector<std::pair<std::string, Measurement>> yardsticks = {}, methods = {};
  std::vector<std::string> notes = {};  ///< reasons for missing methods
};

/// Table of one case.
std::string table_of(const CaseResult& result);

/// All cases as a JSON array.
std::string json_of(const std::vector<CaseResult>& results);

}  // namespace ashlar::bench
