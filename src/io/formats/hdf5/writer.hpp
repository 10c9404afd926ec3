// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "element_type.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io::hdf5 {

/// Begins a file with one dataset: "a.h5:/group/x", or a variable of MATLAB's.
/// @throws FileError on all ranks
/// @collective
std::unique_ptr<FileWriter> create_writer(mpi::CommunicatorView comm, const std::string& path,
                                          const NewMatrix& matrix, Dialect dialect);

}  // namespace ashlar::io::hdf5
