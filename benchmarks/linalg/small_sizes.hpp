// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "linalg/linalg_report.hpp"

// Table of small sizes: microseconds of Ashlar against the better of ScaLAPACK on its best grid and
// LAPACK on rank 0 after a gather.

namespace ashlar::bench {

std::vector<Index> small_sizes();
bool is_tried_when_small(std::string_view routine);
bool is_compared_when_small(std::string_view method);

std::string head_when_small();
std::string row_when_small(const RoutineResult& result);

/// Cases in which Ashlar takes longer than the best peer by more than the larger of 10 % and 15
/// microseconds.
std::string losses_when_small(const std::vector<RoutineResult>& results);

}  // namespace ashlar::bench
