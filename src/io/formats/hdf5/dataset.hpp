// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "element_type.hpp"

namespace ashlar::io::hdf5 {

/// Opens a file for reading, without locks.
/// @throws FileError if it is not an HDF5 file, or cut short
FileHandle open_file(const Calls& call);

/// A dataset of numbers in a file.
struct Dataset {
  DatasetHandle handle;
  std::string name;  ///< "/group/x"
};

/// The dataset of this name. If it is empty, the only one of two dimensions; if there is none, the
/// only one of one dimension, or else of none. Of a MATLAB file, its only variable of numbers.
/// @throws FileError if it is missing, and then what there is; if it is a group; if its data lie in
/// another file
/// @param dimensions  of the dataset that an empty name stands for; 0: two or fewer
Dataset open_dataset(const Calls& call, const FileHandle& file, const std::string& name,
                     Dialect dialect, std::size_t dimensions = 0);

/// True if the file has an object of this path that is reached without another file.
/// @throws FileError
bool has_object(const Calls& call, const FileHandle& file, const std::string& name);

}  // namespace ashlar::io::hdf5
