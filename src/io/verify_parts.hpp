// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ashlar/io/verify.hpp>

#include "compare_checksums.hpp"

// The steps of verify, for each kind of what it looks at.

namespace ashlar::io {

/// A file that must be there.
struct ExpectedFile {
  std::string path;
  std::optional<Index> bytes;                     ///< its size, if it was recorded
  std::function<void(const std::string&)> check;  ///< throws FileError unless it holds what it must
};

/// Files of a folder, and the stretches that they consist of.
struct Expected {
  std::vector<ExpectedFile> files;
  std::vector<Stretch> stretches;
  std::vector<Damage> surplus;  ///< what lies there and should not; rank 0 only
  /// Damage of the stretch `k`, but for its path.
  std::function<Damage(std::size_t k)> describe;
};

/// What is wrong with the files as a whole, and with what lies beside them. [local]
std::vector<Damage> damages_of_files(const Expected& expected);

/// Looks at files and reads their stretches. @collective
Verification verify_files(mpi::CommunicatorView comm, const Expected& expected, bool content);

/// The verification of a folder with checkpoint.json. @collective
Verification verify_checkpoint(mpi::CommunicatorView comm, const std::string& path, bool content);

/// The verification of a folder with layout.json. @collective
Verification verify_pieces(mpi::CommunicatorView comm, const std::string& path, bool content);

/// The verification of a single file, which is read as the matrix that it holds. @collective
Verification verify_file(mpi::CommunicatorView comm, const std::string& path, bool content,
                         const FileHints& hints);

}  // namespace ashlar::io
