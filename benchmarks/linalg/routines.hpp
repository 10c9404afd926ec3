// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include <ashlar/base/scalar.hpp>

#include "linalg/trials_of.hpp"

namespace ashlar::bench {

/// Row of the table of routines.
struct TimedRoutine {
  std::string_view name;
  double flops_per_cube;  ///< additions and multiplications of real numbers, in units of n^3
  Routine family;
  MakeCase make;
};

/// All measured routines.
template <Scalar T>
std::vector<TimedRoutine> routines();

}  // namespace ashlar::bench
