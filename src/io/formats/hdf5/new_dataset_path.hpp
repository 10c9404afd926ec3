// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "element_type.hpp"
#include "io/formats/formats.hpp"

namespace ashlar::io::hdf5 {

/// Place of a new dataset.
struct NewDatasetPath {
  FilePath path;      ///< with the usual name of a dataset, if none was given
  bool adds = false;  ///< [same] the file exists, and the path names a dataset of it
};

/// @param path  "a.h5", "a.h5:/group/x", or a variable of MATLAB's
/// @throws FileError on all ranks: no name of a dataset; a dataset for a file of another kind
/// @collective
NewDatasetPath new_dataset_path(mpi::CommunicatorView comm, const std::string& path,
                                Dialect dialect);

}  // namespace ashlar::io::hdf5
