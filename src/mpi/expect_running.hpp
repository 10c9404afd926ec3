// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>

namespace ashlar::mpi {

/// Rejects calls before MPI_Init or after MPI_Finalize, which would end the process.
/// @throws ArgumentError
inline void expect_running() {
  expect(detail::is_active(),
         "MPI is not running: it was not initialised yet, or was finalised; make and use "
         "communicators, grids and matrices within ashlar::run, or between MPI_Init and "
         "MPI_Finalize");
}

}  // namespace ashlar::mpi
