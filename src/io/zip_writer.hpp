// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "formats/array_writer.hpp"

namespace ashlar::io {

/// New member of a zip archive, written by all ranks after the existing members; one of the same
/// name is replaced.
/// @param adds   [same] keep the members of the archive at `path`
/// @param level  [same] of deflate, 1 to 9; 0: stored
/// @throws FileError on all ranks; if an existing file is not an archive
/// @collective
std::unique_ptr<ArraySink> new_zip_member(mpi::CommunicatorView comm, const std::string& path,
                                          const std::string& name, bool adds, int level);

}  // namespace ashlar::io
