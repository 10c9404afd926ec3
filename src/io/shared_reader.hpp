// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "formats/format.hpp"
#include "slab.hpp"

namespace ashlar::io {

/// Matrix file that all ranks have opened.
struct SharedReader {
  std::string path;
  FileInfo info;
  std::unique_ptr<FileReader> reader;

  /// The layout in which the ranks read a part of the file, kept in the order of the file.
  Layout layout(Shape part, int ranks) const { return slab_layout(part, ranks, info.order); }
};

/// Opens a file on all ranks.
/// @param path, hints  [same]
/// @throws FileError on all ranks; also if a rank does not see the file that rank 0 sees
/// @collective over `comm`
SharedReader open_together(mpi::CommunicatorView comm, const std::string& path,
                           const FileHints& hints);

}  // namespace ashlar::io
