// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace ashlar::mpi {

/// Checks the return `code` of an MPI call.
/// @param call  name of the call, "MPI_Comm_split"
/// @throws MpiError with the call, the code, its class and MPI's text
void check(int code, const char* call);

namespace detail {

/// True between initialisation and finalisation of MPI.
bool is_active() noexcept;

/// Rejects calls before MPI_Init or after MPI_Finalize, which would end the process.
/// @throws ArgumentError
void expect_running();

/// Scope in which errors of MPI calls without a communicator (datatype constructors) are returned:
/// their error handler is that of MPI_COMM_WORLD. The destructor restores the user's handler.
/// [local]
class ErrorsReturned {
 public:
  ErrorsReturned() noexcept;
  ~ErrorsReturned();
  ErrorsReturned(const ErrorsReturned&) = delete;
  ErrorsReturned& operator=(const ErrorsReturned&) = delete;

 private:
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

}  // namespace detail

}  // namespace ashlar::mpi
