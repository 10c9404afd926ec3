// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <mpi.h>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/moves.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/pack/move_memory.hpp"

namespace ashlar::detail {

/// Longest piece: message sizes of MPI are of type int.
inline constexpr Index most_piece_bytes = Index{1} << 30;

/// @param caller  prefix of the error text
/// @throws ArgumentError unless least <= piece_bytes <= most_piece_bytes
inline void expect_piece_bytes(const char* caller, Index piece_bytes, Index least = 1) {
  expect(least <= piece_bytes && piece_bytes <= most_piece_bytes, caller, ": piece_bytes is ",
         piece_bytes, ", but must lie between ", least, " and 2^30");
}

/// Longest piece of a plan with these options.
/// @throws ArgumentError if an option is out of bounds, or two options conflict
Index checked_piece_bytes(const PlanOptions& options, Index element_bytes);

/// @throws ArgumentError if the move needs more than `size` ranks
void check_size(const Moves& moves, int size);

/// True if both communicators have the same ranks in the same order. [local]
inline bool same_ranks(mpi::CommunicatorView a, mpi::CommunicatorView b) {
  if (a == b) return true;
  if (a.is_null() || b.is_null()) return false;
  int relation = MPI_UNEQUAL;
  mpi::check(MPI_Comm_compare(a.native(), b.native(), &relation), "MPI_Comm_compare");
  return relation == MPI_IDENT || relation == MPI_CONGRUENT;
}

/// Conflict of two moves: `other` reads or writes elements that `writer` writes.
struct Clash {
  std::size_t writer, other;
  bool is_read;  ///< by the other
};

/// First clash of unordered moves, or nullopt.
/// @param writes_rest  predicate of a move's number: also writes the rest of its section
template <class WritesRest>
std::optional<Clash> first_clash(std::span<const Moves> moves, std::span<const Ends> ends,
                                 const WritesRest& writes_rest) {
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const void* const written = ends[k].target->operand.object;
    for (std::size_t other = 0; other < ends.size(); ++other) {
      if (other == k) continue;
      if (ends[other].source->object == written && moves[other].reads_from(moves[k]))
        return Clash{k, other, true};
      if (ends[other].target->operand.object == written &&
          moves[k].writes_same(moves[other], writes_rest(k), writes_rest(other)))
        return Clash{k, other, false};
    }
  }
  return std::nullopt;
}

/// @throws ArgumentError unless each pair fits its move and no two moves clash. [local], O(moves^2)
void check_ends(const mpi::Context& context, std::span<const Moves> moves,
                std::span<const Ends> ends);

}  // namespace ashlar::detail
