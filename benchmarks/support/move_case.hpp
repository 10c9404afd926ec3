// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/layout/transfers.hpp>

namespace ashlar::bench {

/// A move to be timed: what becomes what.
struct MoveCase {
  std::string name;
  Layout source, target;
  Op op = Op::None;
  Uplo uplo = Uplo::General;
  bool is_slabs =
      false;  ///< column slabs on both sides, one block a rank: what FFTW can do as well
};

/// Redistributions of an n x n matrix over `ranks` ranks.
std::vector<MoveCase> move_cases(int ranks, Index n);

/// Transpositions of an n x n matrix over `ranks` ranks.
std::vector<MoveCase> transpose_cases(int ranks, Index n);

}  // namespace ashlar::bench
