// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// Defect of a file.
struct Damage {
  std::string file;    ///< its path
  std::string reason;  ///< such as "is missing"
  Range bytes = {};    ///< damaged range; empty: the whole file
  Section part = {};   ///< damaged section; empty: unknown or no elements
};

/// Result of verify.
struct Verification {
  std::string format = {};           ///< "checkpoint", "npy", …
  Index files = 0;                   ///< examined
  Index bytes = 0;                   ///< read
  Index checksums = 0;               ///< compared; 0: not recorded
  std::vector<Damage> damages = {};  ///< in the order of the files

  bool is_sound() const { return damages.empty(); }
};

/// Reads a checkpoint or matrix file in parallel and verifies recorded checksums. The result is
/// [same].
/// @param path, hints  [same]
/// @param content  [same] false: existence, sizes and headers only
/// @throws FileError on all ranks: `path` is missing, or checkpoint.json or a file without
/// checksums is malformed
/// @collective
/// @example if (const auto found = verify(comm, "step100"); !found.is_sound())
/// warn(found.damages[0].reason);
Verification verify(mpi::CommunicatorView comm, const std::string& path, bool content = true,
                    const FileHints& hints = {});

}  // namespace ashlar::io
