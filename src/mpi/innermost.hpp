// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi::detail {

/// Communicator of the innermost together() that this thread is in; null outside. One that all
/// ranks of it communicate over asks first whether a rank has failed there (`meet`), so that a rank
/// may fail between any two such steps.
inline thread_local MPI_Comm innermost_comm = MPI_COMM_NULL;

/// Within together(comm) returns when all ranks are here, or throws what one of them threw; else
/// does nothing. To be called before a wait that is not one in MPI over `comm`.
/// @collective over `comm` within together, else local
void meet(CommunicatorView comm);

}  // namespace ashlar::mpi::detail
