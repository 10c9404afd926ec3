// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace ashlar::mpi {

/// Returns if an MPI call succeeded; the one place where the library looks at MPI's return codes.
/// @param code  what the call returned
/// @param call  its name, "MPI_Comm_split"
/// @throws MpiError with the call, the code, its class and MPI's own text
void check(int code, const char* call);

/// True if MPI may be called: initialised and not yet finalised. Destructors ask before they free a
/// handle.
bool is_active() noexcept;

/// While it lives, MPI calls that have no communicator of their own (those that make datatypes)
/// return their errors instead of ending the job: MPI hands such errors to the handler of
/// MPI_COMM_WORLD, which is the user's and comes back when this ends. [local]
class ErrorsReturned {
 public:
  ErrorsReturned() noexcept;
  ~ErrorsReturned();
  ErrorsReturned(const ErrorsReturned&) = delete;
  ErrorsReturned& operator=(const ErrorsReturned&) = delete;

 private:
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

}  // namespace ashlar::mpi
