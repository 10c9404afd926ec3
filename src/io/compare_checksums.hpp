// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// Byte range of a file with its checksum.
struct Stretch {
  std::size_t file = 0;  ///< index of the file
  Range bytes;
  std::uint32_t checksum = 0;  ///< recorded
};

/// Result for a stretch.
enum class Content : std::uint8_t {
  Same,
  Changed,     ///< different checksum
  Unreadable,  ///< failed open or read on a rank
};

/// Reads stretches in equal shares per rank and compares checksums. Checksums of parts are
/// combined.
/// @param files, stretches  [same] a stretch lies within its file
/// @collective over `comm`
std::vector<Content> compare_checksums(mpi::CommunicatorView comm,
                                       const std::vector<std::string>& files,
                                       const std::vector<Stretch>& stretches);

}  // namespace ashlar::io
