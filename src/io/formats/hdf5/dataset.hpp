// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "element_type.hpp"

namespace ashlar::io::hdf5 {

/// Opens a file read-only, without locks.
/// @throws FileError if it is not HDF5, or truncated
FileHandle open_file(const Calls& call);

struct Dataset {
  DatasetHandle handle;
  std::string name;  ///< "/group/x"
};

/// Opens a dataset. An empty name selects the only one of two dimensions, else of one, else of
/// none; in a MATLAB file the only numeric variable.
/// @throws FileError if it is missing, with a list of datasets; for a group, an external link,
/// external storage, a virtual dataset, a missing filter, or an unsupported element type
/// @param dimensions  for an empty name; 0: two or fewer
Dataset open_dataset(const Calls& call, const FileHandle& file, const std::string& name,
                     Dialect dialect, std::size_t dimensions = 0);

/// True if the path exists without links to other files.
/// @throws FileError
bool has_object(const Calls& call, const FileHandle& file, const std::string& name);

}  // namespace ashlar::io::hdf5
