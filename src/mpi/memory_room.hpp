// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include <ashlar/base/index.hpp>

namespace ashlar::mpi {

/// Memory that the system can still give to this process.
struct MemoryRoom {
  Index available_bytes = 0;
  std::string limited_by;  ///< "MemAvailable" or the file of the control group that says so; empty:
                           ///< nothing is known
};

/// The smallest of MemAvailable and the room in this process's control groups (versions 1 and 2),
/// page cache that the kernel can drop counted as room. The largest Index where the system tells
/// nothing. [local]
/// @param root  the directory that holds proc and sys
MemoryRoom memory_room(const std::filesystem::path& root = "/");

}  // namespace ashlar::mpi
