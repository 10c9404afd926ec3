// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "move/kernels/combine.hpp"
#include "pull.hpp"

namespace ashlar::detail {

/// Executes `pull` with arithmetic, so that main memory is read and written once. Long runs are
/// combined in place; transposed or scattered elements pass through a panel that stays in cache.
/// Only `combine` conjugates.
/// @param target  of combine's target type, with leading dimension `target_ld`
void pull_combined(const Pull& pull, const Combine& combine, const std::vector<PullSource>& sources,
                   std::byte* target, Index target_ld, const KernelSet& kernels, bool stream);

/// Executes `pull`, with arithmetic unless `combine` is plain.
inline void pull_into(const PullTarget& target, const Combine& combine, const Pull& pull,
                      const std::vector<PullSource>& sources, bool stream) {
  if (combine.is_plain()) pull.run(sources, target.data, target.ld, kernels(), stream);
  else pull_combined(pull, combine, sources, target.data, target.ld, kernels(), stream);
}

}  // namespace ashlar::detail
