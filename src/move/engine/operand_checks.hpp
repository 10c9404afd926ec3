// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <mpi.h>

#include <ashlar/move/movement.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "move/pack/move_memory.hpp"

namespace ashlar::detail {

/// True if both have the same ranks in the same order. [local]
inline bool same_ranks(mpi::CommunicatorView a, mpi::CommunicatorView b) {
  if (a == b) return true;
  if (a.is_null() || b.is_null()) return false;
  int relation = MPI_UNEQUAL;
  mpi::check(MPI_Comm_compare(a.native(), b.native(), &relation), "MPI_Comm_compare");
  return relation == MPI_IDENT || relation == MPI_CONGRUENT;
}

/// True if both sections have an element in common.
inline bool meet(const Section& a, const Section& b) {
  return !intersection(a.rows, b.rows).empty() && !intersection(a.cols, b.cols).empty();
}

/// True if both boxes of an array have an element in common.
inline bool meet(const std::vector<Range>& a, const std::vector<Range>& b) {
  for (std::size_t d = 0; d < a.size(); ++d)
    if (intersection(a[d], b[d]).empty()) return false;
  return true;
}

/// A box of two dimensions.
inline Section section_of(const std::vector<Range>& box) { return {box[0], box[1]}; }

/// True if what `reader` reads of an object has an element in common with what `writer` writes.
inline bool reads_from(const Movement& reader, const Movement& writer) {
  if (const auto* array = std::get_if<ArrayTransfers>(&reader))
    return meet(array->source_box(), std::get<ArrayTransfers>(writer).target_box());
  const auto source = [](const Movement& moves) -> const Section& {
    const auto* layouts = std::get_if<Transfers>(&moves);
    return layouts ? layouts->source_section() : std::get<Patchwork>(moves).source_section();
  };
  const auto target = [](const Movement& moves) -> const Section& {
    const auto* layouts = std::get_if<Transfers>(&moves);
    return layouts ? layouts->target_section() : std::get<Patchwork>(moves).target_section();
  };
  return meet(source(reader), target(writer));
}

/// True if a move within one object reads what it writes: its sections meet, unless they are one
/// and the elements go from one strict triangle to the other.
template <class Moves>
bool reads_what_it_writes(const Moves& moves) {
  const Triangle& t = moves.moved();
  const bool keeps_to_other_triangle =
      is_transposing(moves.op()) && moves.source_section() == moves.target_section() &&
      (t.uplo == Uplo::Upper ? t.diagonal > 0 : t.uplo == Uplo::Lower && t.diagonal < 0);
  return meet(moves.source_section(), moves.target_section()) && !keeps_to_other_triangle;
}
inline bool reads_what_it_writes(const ArrayTransfers& moves) {
  return meet(moves.source_box(), moves.target_box());
}
inline bool reads_what_it_writes(const Movement& moves) {
  return std::visit([](const auto& one) { return reads_what_it_writes(one); }, moves);
}

/// True if a triangle of one section and a triangle of another have an element in common. In the
/// rectangle where the sections meet j - i takes every value from one corner to the other, so the
/// bounds that the triangles set to it decide.
inline bool meet(const Section& a, const Triangle& of_a, const Section& b, const Triangle& of_b) {
  if (!meet(a, b)) return false;
  __extension__ using Wide = __int128;  // sums of two indices
  const Range rows = intersection(a.rows, b.rows), cols = intersection(a.cols, b.cols);
  Wide least = Wide{cols.first} - (rows.last - 1), most = Wide{cols.last - 1} - rows.first;
  const auto bound = [&](const Section& section, const Triangle& triangle) {
    const Wide diagonal = Wide{triangle.diagonal} + (section.cols.first - section.rows.first);
    if (triangle.uplo == Uplo::Upper) least = std::max(least, diagonal);
    if (triangle.uplo == Uplo::Lower) most = std::min(most, diagonal);
  };
  bound(a, of_a);
  bound(b, of_b);
  return least <= most;
}

/// True if two moves into one object write an element in common.
/// @param all_of_a, all_of_b  whether they write the rest of their sections, too
inline bool write_the_same(const Movement& a, const Movement& b, bool all_of_a, bool all_of_b) {
  return std::visit(
      [&](const auto& one, const auto& other) {
        if constexpr (requires { one.target_box(), other.target_box(); })
          return one.target_box().size() == 2
                     ? meet(section_of(one.target_box()), all_of_a ? Triangle{} : one.moved(),
                            section_of(other.target_box()), all_of_b ? Triangle{} : other.moved())
                     : meet(one.target_box(), other.target_box());
        else if constexpr (requires { one.target_section(), other.target_section(); })
          return meet(one.target_section(), all_of_a ? Triangle{} : one.moved(),
                      other.target_section(), all_of_b ? Triangle{} : other.moved());
        else return false;  // not one object
      },
      a, b);
}

/// Two moves of which one writes what the other reads or writes.
struct Clash {
  std::size_t writer, other;
  bool is_read;  ///< by the other
};

/// The first clash of moves that are made in no order; or none.
/// @param writes_rest  tells of a move's number whether it writes the rest of its section, too
template <class WritesRest>
std::optional<Clash> first_clash(std::span<const Movement> moves, std::span<const Ends> ends,
                                 const WritesRest& writes_rest) {
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const void* const written = ends[k].target->operand.object;
    for (std::size_t other = 0; other < ends.size(); ++other) {
      if (other == k) continue;
      if (ends[other].source->object == written && reads_from(moves[other], moves[k]))
        return Clash{k, other, true};
      if (ends[other].target->operand.object == written &&
          write_the_same(moves[k], moves[other], writes_rest(k), writes_rest(other)))
        return Clash{k, other, false};
    }
  }
  return std::nullopt;
}

}  // namespace ashlar::detail
