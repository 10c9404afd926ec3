// SPDX-License-Identifier: BSD-3-Clause
#include "plan_checks.hpp"

#include <algorithm>

#include <ashlar/base/error.hpp>

namespace ashlar::detail {
namespace {

// Buffers hold at least one piece in each direction, whose columns may be four times too long and
// are rounded up to cache lines. Smaller pieces pay up to `many_buffers`.
constexpr Index fewest_bytes = 512, fixed_bytes = 384, pieces_held = 8, many_buffers = 32,
                good_piece = Index{16} << 10;

/// @throws ArgumentError unless the operand has the plan's distribution `wanted`
void check_placement(const char* whose, const Operand& operand, const Layout& wanted) {
  expect(operand.layout != nullptr, "plan: the ", whose,
         " is not a DistMatrix, but the plan was made for ", wanted);
  expect(*operand.layout == wanted, "plan: the ", whose, " is ", *operand.layout,
         ", but the plan was made for ", wanted);
}
void check_placement(const char* whose, const Operand& operand, const Placement& wanted) {
  const Layout* const plain = wanted.plain_layout();
  const bool fits = operand.layout != nullptr
                        ? plain != nullptr && *operand.layout == *plain
                        : operand.placement != nullptr && *operand.placement == wanted;
  expect(fits, "plan: the ", whose, " is placed in another way than ", wanted.to_string(),
         ", which the plan was made for");
}
void check_placement(const char* whose, const Operand& operand, const Distribution& wanted) {
  expect(operand.array != nullptr && *operand.array == wanted, "plan: the ", whose,
         " has another distribution than the plan; make it with the plan's distribution");
}

/// [same]; O(1) on the plan's communicator
void check_ranks(const mpi::Context& context, const char* whose, const Operand& operand) {
  expect(!operand.comm.is_null(), "plan: the ", whose,
         " was default-made or moved from; make it on the plan's communicator first");
  expect(context.is_of(operand.comm) || same_ranks(operand.comm, context.comm()), "plan: the ",
         whose,
         " lives on another communicator than the plan; make both on one that has all their "
         "ranks");
}

void check_pair(const mpi::Context& context, const Moves& what, const Ends& ends) {
  const Operand &source = *ends.source, &target = ends.target->operand;
  check_ranks(context, "source", source);
  check_ranks(context, "target", target);
  what.visit([&](const auto& moves) {
    check_placement("source", source, moves.source());
    check_placement("target", target, moves.target());
  });
  expect(target.object != source.object || !what.reads_own_target(),
         "plan: source and target are overlapping sections of one matrix; move through another "
         "matrix, or transpose_in_place");
}

}  // namespace

Index checked_piece_bytes(const PlanOptions& options, Index element_bytes) {
  expect(Transport::Automatic <= options.transport && options.transport <= Transport::Datatypes,
         "plan: transport is number ", static_cast<int>(options.transport), ", but there are 0 to ",
         static_cast<int>(Transport::Datatypes), "; leave it Automatic");
  expect_piece_bytes("plan", options.piece_bytes);
  if (options.max_extra_bytes == 0) return options.piece_bytes;
  // A piece holds at least one element.
  const Index least = std::max(fewest_bytes, fixed_bytes + pieces_held * element_bytes);
  expect(options.max_extra_bytes >= least, "plan: max_extra_bytes is ", options.max_extra_bytes,
         ", but a plan of elements of ", counted(element_bytes, "byte"), " needs at least ", least,
         "; give it that, or 0 for no bound");
  expect(options.transport != Transport::Datatypes,
         "plan: MPI's derived datatypes cannot be held to max_extra_bytes; choose another "
         "transport");
  const Index most = (options.max_extra_bytes - fixed_bytes) / pieces_held;
  const Index wanted = std::max(options.max_extra_bytes / many_buffers, good_piece);
  return std::max<Index>(1, std::min({options.piece_bytes, most, wanted}));
}

void check_size(const Moves& moves, int size) {
  const Index needed = std::max(moves.source_size(), moves.target_size());
  expect(needed <= size, "plan: the move uses ranks up to ", needed - 1,
         ", but the communicator has only ", counted(size, "rank"),
         "; make the plan on one that has them all");
}

void check_ends(const mpi::Context& context, std::span<const Moves> moves,
                std::span<const Ends> ends) {
  expect(ends.size() == moves.size(), "plan: made for ", counted(moves.size(), "move"), ", but ",
         counted(ends.size(), "pair"), " of matrices were given");
  for (std::size_t k = 0; k < ends.size(); ++k) check_pair(context, moves[k], ends[k]);
  if (const auto clash = first_clash(moves, ends, [](std::size_t) { return false; }))
    throw ArgumentError(concat("plan: move ", clash->other, " reads or writes elements that move ",
                               clash->writer, " writes; make them one after the other"));
}

}  // namespace ashlar::detail
