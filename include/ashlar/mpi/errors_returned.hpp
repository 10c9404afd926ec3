// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace ashlar::mpi {

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
