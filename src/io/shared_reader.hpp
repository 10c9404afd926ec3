// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "formats/format.hpp"
#include "formats/lines.hpp"

namespace ashlar::io {

/// Matrix file opened by all ranks.
struct SharedReader {
  std::string path;
  FileInfo info;
  std::unique_ptr<FileReader> reader;

  /// Layout of a part, stored in the order of the file.
  Layout layout(Shape part, int ranks) const { return slab_layout(part, ranks, info.order); }
};

/// Opens a file on all ranks.
/// @param path, hints  [same]
/// @throws FileError on all ranks; also if the file of a rank differs from that of rank 0
/// @collective over `comm`
SharedReader open_together(mpi::CommunicatorView comm, const std::string& path,
                           const FileHints& hints);

}  // namespace ashlar::io
