// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "element_type.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io::hdf5 {

/// Opens a dataset of a file for reading: "a.h5:/group/x"; of an array the section of hints.index.
/// A variable of MATLAB's is the transposed of its dataset, so its lines are columns.
/// @throws FileError
std::unique_ptr<FileReader> open_reader(const std::string& path, const FileHints& hints,
                                        Dialect dialect);

/// True if the file has such an object.
/// @throws FileError if it is not an HDF5 file
bool has_dataset(const std::string& path);

}  // namespace ashlar::io::hdf5
