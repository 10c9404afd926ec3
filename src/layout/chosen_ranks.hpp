// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>

namespace ashlar::detail {

/// `relabelled` by exact assignment up to `most_exact` positions, by greedy assignment beyond.
Layout with_chosen_ranks(const Transfers& moves, int processes, Index most_exact);

}  // namespace ashlar::detail
