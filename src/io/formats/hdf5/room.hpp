// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

// Room on the disk for a file that a library grows. Ranks that met a full disk one by one within
// HDF5 would wait for each other, so room is made before.

namespace ashlar::io::hdf5 {

/// Makes room for `bytes` behind the file's end; its size stays.
/// @param name  of the file
/// @param path  its name for errors
/// @throws FileError if there is not so much, or this process may not write as much
void make_room(const std::string& name, Index bytes, const std::string& path);

/// Gives back what was not used, behind the file's end.
/// @throws FileError
void trim_room(const std::string& name, const std::string& path);

}  // namespace ashlar::io::hdf5
