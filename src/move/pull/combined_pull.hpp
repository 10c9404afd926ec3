// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "move/kernels/combine.hpp"
#include "pull.hpp"

namespace ashlar::detail {

/// Carries out `pull`, whose elements are computed with when they arrive: main memory is read and
/// written once. Long runs are computed with where they lie; what is transposed or scattered goes
/// patch by patch through a panel that stays in cache, filled by the kernels of all moves. `pull`
/// itself conjugates nothing, `combine` does.
/// @param target  of elements of combine's target type, `target_ld` of them across
void pull_combined(const Pull& pull, const Combine& combine, const std::vector<PullSource>& sources,
                   std::byte* target, Index target_ld, const KernelSet& kernels, bool stream);

/// Carries out `pull`, with computing unless `combine` is plain.
inline void pull_into(const PullTarget& target, const Combine& combine, const Pull& pull,
                      const std::vector<PullSource>& sources, bool stream) {
  if (combine.is_plain()) pull.run(sources, target.data, target.ld, kernels(), stream);
  else pull_combined(pull, combine, sources, target.data, target.ld, kernels(), stream);
}

}  // namespace ashlar::detail
