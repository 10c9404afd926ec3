// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/mpi/context.hpp>

#include "wait_in.hpp"

namespace ashlar::mpi {

/// The numbers that all ranks give, by rank. @collective over context.comm()
/// @param mine  [local]
inline std::vector<int> all_gather(const Context& context, int mine) {
  std::vector<int> all(static_cast<std::size_t>(context.size()));
  const CommunicatorView comm = context.comm();
  wait_in("MPI_Allgather", comm,
          [&] { return MPI_Allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, comm.native()); });
  return all;
}

}  // namespace ashlar::mpi
