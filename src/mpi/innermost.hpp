// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi::detail {

/// Communicator of the innermost together() in this thread; null outside. Collective calls on it
/// first check for failed ranks by `meet`, so that a rank may fail between two calls.
inline thread_local MPI_Comm innermost_comm = MPI_COMM_NULL;

/// Synchronises all ranks within together(comm), or throws the error of a failed one; otherwise
/// returns at once. Precedes waits other than MPI calls over `comm`.
/// @collective over `comm` within together, else local
void meet(CommunicatorView comm);

}  // namespace ashlar::mpi::detail
