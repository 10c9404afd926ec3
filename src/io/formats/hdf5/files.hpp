// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "io/formats/format.hpp"

// Files of HDF5, without its header.

namespace ashlar::io::hdf5 {

/// Conventions: MATLAB transposes matrices and names complex parts differently.
enum class Dialect { Plain, Matlab };

/// Opens "a.h5:/group/x"; of an array the section hints.index. A MATLAB variable is the transpose
/// of its dataset: lines are columns.
/// @throws FileError
std::unique_ptr<FileReader> open_reader(const std::string& path, const FileHints& hints,
                                        Dialect dialect);

/// @throws FileError if the file is not HDF5
bool has_dataset(const std::string& path);

/// Starts a file of one dataset or MATLAB variable. A dataset name ("a.h5:/group/x") adds the
/// dataset to an existing file or replaces it, in a copy that is renamed at the end; an
/// interrupted job leaves the old file. Ranks write by MPI-IO.
/// @throws FileError on all ranks
/// @collective
std::unique_ptr<FileWriter> create_writer(mpi::CommunicatorView comm, const std::string& path,
                                          const NewMatrix& matrix, Dialect dialect);

}  // namespace ashlar::io::hdf5
