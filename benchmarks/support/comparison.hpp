// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/move_case.hpp"

namespace ashlar::bench {

/// The cases of a benchmark for so many ranks and an n x n matrix.
using CaseMaker = std::function<std::vector<MoveCase>(int ranks, Index n)>;

/// The main of a benchmark that compares us with our peers: reads the options, runs the cases that
/// they choose, prints a table for each and writes JSON if asked. Wrong results are an error at the
/// end.
int compare_with_peers(int argc, char** argv, const std::string& description,
                       const CaseMaker& make_cases);

}  // namespace ashlar::bench
