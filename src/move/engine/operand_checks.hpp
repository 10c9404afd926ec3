// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

#include <mpi.h>

#include <ashlar/layout/transfers.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::detail {

/// Whether both have the same ranks in the same order. [local]
inline bool same_ranks(mpi::CommunicatorView a, mpi::CommunicatorView b) {
  if (a == b) return true;
  if (a.is_null() || b.is_null()) return false;
  int relation = MPI_UNEQUAL;
  mpi::check(MPI_Comm_compare(a.native(), b.native(), &relation), "MPI_Comm_compare");
  return relation == MPI_IDENT || relation == MPI_CONGRUENT;
}

/// Whether both sections have an element in common.
inline bool meet(const Section& a, const Section& b) {
  return !intersection(a.rows, b.rows).empty() && !intersection(a.cols, b.cols).empty();
}

/// Whether a move within one matrix reads what it writes: its sections meet, unless they are one
/// and the elements go from one strict triangle to the other.
inline bool reads_what_it_writes(const Transfers& moves) {
  const Triangle& t = moves.moved();
  const bool keeps_to_other_triangle =
      is_transposing(moves.op()) && moves.source_section() == moves.target_section() &&
      (t.uplo == Uplo::Upper ? t.diagonal > 0 : t.uplo == Uplo::Lower && t.diagonal < 0);
  return meet(moves.source_section(), moves.target_section()) && !keeps_to_other_triangle;
}

/// Whether a triangle of one section and a triangle of another have an element in common. In the
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

/// Whether two moves into one matrix write an element in common.
inline bool write_the_same(const Transfers& a, const Transfers& b) {
  return meet(a.target_section(), a.moved(), b.target_section(), b.moved());
}

/// Whether two stretches of memory share a byte.
inline bool overlap_in_memory(const std::byte* a, const std::byte* a_end, const std::byte* b,
                              const std::byte* b_end) {
  const std::less<const std::byte*> before;
  return before(a, b_end) && before(b, a_end);
}

}  // namespace ashlar::detail
