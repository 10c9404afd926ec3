// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "element_type.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io::hdf5 {

/// Opens "a.h5:/group/x"; of an array the section hints.index. A MATLAB variable is the transpose
/// of its dataset: lines are columns.
/// @throws FileError
std::unique_ptr<FileReader> open_reader(const std::string& path, const FileHints& hints,
                                        Dialect dialect);

/// @throws FileError if the file is not HDF5
bool has_dataset(const std::string& path);

}  // namespace ashlar::io::hdf5
