// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>

#include <mpi.h>

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

/// Whether two stretches of memory share a byte.
inline bool overlap_in_memory(const std::byte* a, const std::byte* a_end, const std::byte* b,
                              const std::byte* b_end) {
  const std::less<const std::byte*> before;
  return before(a, b_end) && before(b, a_end);
}

}  // namespace ashlar::detail
