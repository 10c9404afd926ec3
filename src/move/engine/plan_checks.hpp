// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include <ashlar/layout/moves.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/pack/move_memory.hpp"

namespace ashlar::detail {

/// Longest piece of a plan with these options.
/// @throws ArgumentError if an option is out of bounds, or two options conflict
Index checked_piece_bytes(const PlanOptions& options, Index element_bytes);

/// @throws ArgumentError if the move needs more than `size` ranks
void check_size(const Moves& moves, int size);

/// @throws ArgumentError unless each pair fits its move and no two moves clash. [local], O(moves^2)
void check_ends(const mpi::Context& context, std::span<const Moves> moves,
                std::span<const Ends> ends);

}  // namespace ashlar::detail
