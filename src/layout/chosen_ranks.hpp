// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>

namespace ashlar::detail {

/// relabelled, with the exact assignment on grids of at most `most_exact` positions and the greedy
/// one beyond.
Layout with_chosen_ranks(const Transfers& moves, int processes, Index most_exact);

}  // namespace ashlar::detail
