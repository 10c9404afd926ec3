// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/move_case.hpp"

namespace ashlar::bench {

/// Cases of a benchmark for `ranks` ranks and an n x n matrix.
using CaseMaker = std::function<std::vector<MoveCase>(int ranks, Index n)>;

/// Main function of a benchmark against the peers: reads the options, runs the selected cases,
/// prints a table for each and writes JSON if requested. Wrong results are an error at the end.
int compare_with_peers(int argc, char** argv, const std::string& description,
                       const CaseMaker& make_cases);

}  // namespace ashlar::bench
