// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/check.hpp>

namespace ashlar::mpi {

detail::ErrorsReturned::ErrorsReturned() noexcept {
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before_);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

detail::ErrorsReturned::~ErrorsReturned() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, before_);
  MPI_Errhandler_free(&before_);
}

}  // namespace ashlar::mpi
