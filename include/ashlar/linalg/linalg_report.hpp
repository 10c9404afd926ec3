// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/layout/layout.hpp>
#include <ashlar/linalg/algorithm.hpp>

namespace ashlar {

/// Copy of an operand in another layout, made by a routine of linear algebra.
struct OperandMove {
  std::string operand;  ///< routine and matrix: "lu_factor: A"
  Layout from, to;      ///< of the whole matrix or of the section that moved
  std::string reason;   ///< a clause without a full stop
};

/// Facts on one call of a routine of linear algebra, gathered through LinalgOptions::report. A call
/// adds to a report: give each call a new one.
/// @example LinalgReport report;  gemm(a, b, c, {.how = {.report = &report}});
struct LinalgReport {
  /// Algorithm of the factorisation or product that the call began with; Automatic where the
  /// routine has no algorithms (gemv, ger).
  Algorithm algorithm = Algorithm::Automatic;
  std::vector<OperandMove> moves;  ///< in the order in which they were made
};

}  // namespace ashlar
