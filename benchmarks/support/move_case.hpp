// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/layout/transfers.hpp>

namespace ashlar::bench {

/// Timed move with its layouts.
struct MoveCase {
  std::string name;
  Layout source, target;
  Op op = Op::None;
  Uplo uplo = Uplo::General;
  bool is_slabs = false;  ///< column slabs on both sides, one block a rank, which FFTW supports
  std::optional<Section> source_section = std::nullopt;  ///< all by default
  std::optional<Section> target_section = std::nullopt;  ///< all by default

  Section source_part() const { return source_section.value_or(Section::all(source.shape())); }
  Section target_part() const { return target_section.value_or(Section::all(target.shape())); }
  bool is_whole() const { return !source_section && !target_section; }
  Transfers transfers() const {
    return Transfers(source, target,
                     {.op = op, .source = source_section, .target = target_section, .uplo = uplo});
  }
};

/// Redistributions of an n x n matrix over `ranks` ranks.
std::vector<MoveCase> move_cases(int ranks, Index n);

/// Transpositions of an n x n matrix over `ranks` ranks.
std::vector<MoveCase> transpose_cases(int ranks, Index n);

}  // namespace ashlar::bench
