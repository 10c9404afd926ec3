// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// The target's layout with its grid positions given to other ranks, so that as many elements of
/// the move as possible stay on the rank where they are. Never worse than the target as it is,
/// which is returned where nothing is gained; the same on all ranks. If the target's processes are
/// the source's under other names, everything stays. On grids of more than 1024 positions a greedy
/// choice among the largest partners of each position keeps at least half as many elements in place
/// as the best choice among these.
/// @param processes  ranks 0 … processes-1 may be chosen; 0: those that the target has
/// @throws ArgumentError if the target has a rank that is not among the processes
/// @cost the shares of all ranks, and the assignment. On the grids of the greedy choice only the 16
/// largest counts along each dimension are looked at, so that a million ranks take seconds.
/// @example Transfers(source, relabelled(Transfers(source, target)))
Layout relabelled(const Transfers& moves, int processes = 0);

}  // namespace ashlar
