// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "element_type.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io::hdf5 {

/// Starts a file of one dataset or MATLAB variable. A dataset name ("a.h5:/group/x") adds the
/// dataset to an existing file or replaces it, in a copy that is renamed at the end; an
/// interrupted job leaves the old file. Ranks write by MPI-IO.
/// @throws FileError on all ranks
/// @collective
std::unique_ptr<FileWriter> create_writer(mpi::CommunicatorView comm, const std::string& path,
                                          const NewMatrix& matrix, Dialect dialect);

}  // namespace ashlar::io::hdf5
