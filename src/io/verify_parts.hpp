// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ashlar/io/verify.hpp>

#include "compare_checksums.hpp"

// Steps of verify for each kind of file and folder.

namespace ashlar::io {

/// Required file.
struct ExpectedFile {
  std::string path;
  std::optional<Index> bytes;                     ///< size, if recorded
  std::function<void(const std::string&)> check;  ///< throws FileError for wrong content
};

/// Files of a folder and their stretches.
struct Expected {
  std::vector<ExpectedFile> files;
  std::vector<Stretch> stretches;
  std::vector<Damage> surplus;  ///< unexpected files; rank 0 only
  /// Damage of stretch `k`, without a path.
  std::function<Damage(std::size_t k)> describe;
};

/// Damages of whole files, and surplus files. [local]
std::vector<Damage> damages_of_files(const Expected& expected);

/// Checks files and reads their stretches. @collective
Verification verify_files(mpi::CommunicatorView comm, const Expected& expected, bool content);

/// Verifies a folder with checkpoint.json. @collective
Verification verify_checkpoint(mpi::CommunicatorView comm, const std::string& path, bool content);

/// Verifies a folder with layout.json. @collective
Verification verify_pieces(mpi::CommunicatorView comm, const std::string& path, bool content);

/// Verifies a single file by reading its matrix. @collective
Verification verify_file(mpi::CommunicatorView comm, const std::string& path, bool content,
                         const FileHints& hints);

}  // namespace ashlar::io
