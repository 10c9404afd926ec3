// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/linalg/algorithm.hpp>
#include <ashlar/linalg/linalg_report.hpp>

namespace ashlar {

/// Options that every routine of linear algebra has. Routines with more of them have an options
/// struct of their own, which holds this one as `how`.
/// @example auto x = lu_factor(a, {.algorithm = Algorithm::ScaLapack});
/// @example gemm(a, b, c, {.op_a = Op::Trans, .how = {.note = &text}});
struct LinalgOptions {
  Algorithm algorithm = Algorithm::Automatic;  ///< [same]
  /// [local] Gets a sentence on the algorithm and one on each operand that moved, and why.
  std::string* note = nullptr;
  /// [local] Gets the algorithm and the operands that moved, for programs to read.
  LinalgReport* report = nullptr;
};

}  // namespace ashlar
