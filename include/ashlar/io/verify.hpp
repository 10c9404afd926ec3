// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// Something wrong with a file.
struct Damage {
  std::string file;    ///< its path
  std::string reason;  ///< a sentence that follows the path
  Range bytes = {};    ///< where its content is not what was written; empty: the file as a whole
  Section part = {};   ///< of the matrix: what these bytes hold; empty: not known, or no element
};

/// What verify found.
struct Verification {
  std::string format = {};           ///< "checkpoint", "pieces", "npy", …
  Index files = 0;                   ///< looked at
  Index bytes = 0;                   ///< read
  Index checksums = 0;               ///< compared; 0: none are recorded
  std::vector<Damage> damages = {};  ///< in the order of the files

  bool is_sound() const { return damages.empty(); }
};

/// What names, sizes and headers tell to be wrong with a folder of pieces: some missing, too many,
/// of another shape or type than layout.json says. Before or without MPI. [local]
/// @throws FileError  if layout.json cannot be understood
std::vector<Damage> check_pieces(const std::string& folder);

/// Reads all of a checkpoint, a folder of pieces or a matrix file, shared among the ranks, and
/// compares it with the checksums that were recorded when it was written. The same result on every
/// rank.
/// @param path     [same]
/// @param content  [same] false: existence, sizes and headers only; nothing else is read
/// @param hints    [same]
/// @throws FileError on all ranks: there is nothing to look at, its checkpoint.json or layout.json
/// cannot be understood, or a file without checksums is malformed
/// @collective over `comm`
/// @example if (const auto found = verify(comm, "step100"); !found.is_sound())
/// warn(found.damages[0].reason);
Verification verify(mpi::CommunicatorView comm, const std::string& path, bool content = true,
                    const FileHints& hints = {});

}  // namespace ashlar::io
