// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar::mpi {

/// Returns if an MPI call succeeded; the one place where the library looks at MPI's return codes.
/// @param code  what the call returned
/// @param call  its name, "MPI_Comm_split"
/// @throws MpiError with the call, the code, its class and MPI's own text
void check(int code, const char* call);

/// True if MPI may be called: initialised and not yet finalised. Destructors ask before they free a
/// handle.
bool is_active() noexcept;

}  // namespace ashlar::mpi
