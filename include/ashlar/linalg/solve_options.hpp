// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/linalg/options.hpp>

namespace ashlar {

/// Precision in which a matrix is factored.
enum class Precision {
  Working,  ///< that of its elements
  /// Single, where the elements are double; the solution is refined to double's accuracy. About
  /// twice as fast. A matrix for which this does not converge is factored in double after all.
  Mixed,
};

constexpr std::string_view to_string(Precision precision) {
  return precision == Precision::Mixed ? "mixed" : "working";
}

/// Report of the solution of a system, the same on every rank.
struct SolveReport {
  Algorithm algorithm = Algorithm::Automatic;  ///< of the factorisation
  Precision precision = Precision::Working;    ///< of the factors that gave the solution
  bool fell_back = false;    ///< whether mixed precision was asked for and did not converge
  int refinement_steps = 0;  ///< corrections of the first solution; the largest number of a column
  double seconds = 0;        ///< of the slowest rank, without what this report costs
  double residual = 0;       ///< as scaled_residual has it: below 16 is right
  /// Estimate of |A| |A^-1| in the infinity norm: its logarithm is the number of digits lost.
  double condition = 0;
  std::string moved;    ///< [local] what a note says: algorithm and moves
  std::string warning;  ///< a sentence if no digit of X can be trusted, though the residual is
                        ///< small; the warning handler hears it on rank 0
};

/// Options of solve and cholesky_solve.
/// @example SolveReport report;  x = solve(a, b, {.precision = Precision::Mixed, .report =
/// &report});
struct SolveOptions {
  Uplo uplo = Uplo::Lower;                   ///< [same] cholesky_solve: the triangle that holds A
  Precision precision = Precision::Working;  ///< [same]
  /// [same] In working precision at most so many corrections, each from a new residual, while the
  /// backward error of the elements of B falls by half. Mixed precision takes what it needs.
  int refine = 0;
  SolveReport* report = nullptr;  ///< [same] null on all ranks or none; costs some solutions
  LinalgOptions how = {};
};

}  // namespace ashlar
