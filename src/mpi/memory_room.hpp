// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include <ashlar/base/index.hpp>

namespace ashlar::mpi {

/// Memory available to this process.
struct MemoryRoom {
  Index available_bytes = 0;
  std::string limited_by;  ///< "MemAvailable" or the control group's file; empty: unknown
};

/// Minimum of MemAvailable and the room in this process's control groups (versions 1 and 2),
/// including reclaimable page cache. The largest Index if unknown. [local]
/// @param root  directory with proc and sys
MemoryRoom memory_room(const std::filesystem::path& root = "/");

}  // namespace ashlar::mpi
