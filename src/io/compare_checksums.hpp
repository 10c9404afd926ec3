// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// Bytes of a file that are read together.
struct Stretch {
  std::size_t file = 0;  ///< which of the files
  Range bytes;
  std::optional<std::uint32_t> recorded = {};  ///< their checksum, where there is one
};

/// State of a stretch.
enum class Content : std::uint8_t {
  Same,        ///< as it was written, or readable where no checksum is recorded
  Changed,     ///< its checksum is another one
  Unreadable,  ///< a rank cannot open the file, or the system cannot read it
};

/// Reads stretches, shared evenly among the ranks, and compares their checksums; parts of one that
/// several ranks read are put together.
/// @param files, stretches  [same] a stretch lies within its file
/// @collective over `comm`
std::vector<Content> compare_checksums(mpi::CommunicatorView comm,
                                       const std::vector<std::string>& files,
                                       const std::vector<Stretch>& stretches);

}  // namespace ashlar::io
