// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "element_type.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io::hdf5 {

/// Begins a file with one dataset, or a variable of MATLAB's. A path that names the dataset
/// ("a.h5:/group/x") adds it to a file that exists, or replaces the one of that name: a copy of the
/// file is written and takes its name at the end.
/// @throws FileError on all ranks
/// @collective
std::unique_ptr<FileWriter> create_writer(mpi::CommunicatorView comm, const std::string& path,
                                          const NewMatrix& matrix, Dialect dialect);

}  // namespace ashlar::io::hdf5
