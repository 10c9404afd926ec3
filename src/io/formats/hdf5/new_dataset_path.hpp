// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "element_type.hpp"
#include "io/formats/formats.hpp"

namespace ashlar::io::hdf5 {

/// File and name of a new dataset.
struct NewDatasetPath {
  FilePath path;      ///< with the default dataset name
  bool adds = false;  ///< [same] adds the dataset to an existing file
};

/// @param path  "a.h5", "a.h5:/group/x", or a MATLAB variable
/// @throws FileError on all ranks: invalid name, or file of another kind
/// @collective
NewDatasetPath new_dataset_path(mpi::CommunicatorView comm, const std::string& path,
                                Dialect dialect);

}  // namespace ashlar::io::hdf5
