// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <ashlar/base/scalar.hpp>

#include "linalg/setting.hpp"
#include "linalg/trial.hpp"

namespace ashlar::bench {

/// Row of the table of routines.
struct TimedRoutine {
  std::string_view name;
  double flops_per_cube;  ///< additions and multiplications of real numbers, in units of n^3
  std::function<TrialList(const Setting&)> trials;
};

/// All measured routines.
template <Scalar T>
std::vector<TimedRoutine> routines();

}  // namespace ashlar::bench
