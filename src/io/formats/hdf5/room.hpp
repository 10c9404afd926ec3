// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

// Disk space is reserved first: ranks that met a full disk one by one within HDF5 would deadlock.

namespace ashlar::io::hdf5 {

/// Reserves `bytes` after the end of the file, whose size stays.
/// @param name  of the file
/// @param path  its name in errors
/// @throws FileError without enough space, or beyond the process's file-size limit
void make_room(const std::string& name, Index bytes, const std::string& path);

/// Releases unused space after the end.
/// @throws FileError
void trim_room(const std::string& name, const std::string& path);

}  // namespace ashlar::io::hdf5
