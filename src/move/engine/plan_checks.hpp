// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include <ashlar/layout/moves.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/pack/move_memory.hpp"

namespace ashlar::detail {

/// The longest piece of a plan with these options.
/// @throws ArgumentError if an option lies out of bounds, or two contradict each other
Index checked_piece_bytes(const PlanOptions& options, Index element_bytes);

/// @throws ArgumentError if the move needs more than `size` ranks
void check_size(const Moves& moves, int size);

/// @throws ArgumentError unless each pair fits the plan's move of the same number, and no move
/// reads or writes what it or another one writes. [local], O(moves^2)
void check_ends(const mpi::Context& context, std::span<const Moves> moves,
                std::span<const Ends> ends);

}  // namespace ashlar::detail
