// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar::mpi {

/// Name and version of the MPI library in use, one line (MPI_Get_library_version); needs no
/// initialisation.
std::string library_version();

}  // namespace ashlar::mpi
