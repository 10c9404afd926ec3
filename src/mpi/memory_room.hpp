// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include <ashlar/base/index.hpp>

namespace ashlar::mpi {

/// Bytes of memory available to this process: minimum of MemAvailable and the room in this
/// process's control groups (versions 1 and 2), including reclaimable page cache. The largest Index
/// if unknown. [local]
/// @param root  directory with proc and sys
Index memory_room(const std::filesystem::path& root = "/");

}  // namespace ashlar::mpi
