// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io::detail {

/// Replaces a small file atomically. [local]
/// @throws FileError
void write_whole_file(const std::string& path, std::string_view bytes);

/// Overload that writes the bytes of rank 0, such as a picture or report.
/// @throws FileError on all ranks
/// @collective
/// @example write_whole_file(comm, "notes.txt", text);
void write_whole_file(mpi::CommunicatorView comm, const std::string& path, std::string_view bytes);

}  // namespace ashlar::io::detail
