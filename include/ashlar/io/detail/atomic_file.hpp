// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io::detail {

/// File written jointly by several ranks and renamed to its path when complete.
///
/// Before commit() the data are in a temporary file in the same folder, and an existing file is
/// unchanged. Symbolic links are followed.
/// @example AtomicFile file(comm, "x.npy", bytes);
///          together(comm, [&] { file.write(my_offset, my_data, my_bytes); });
///          file.commit();
class AtomicFile {
 public:
  /// @param path   [same]
  /// @param bytes  [same] final size, preallocated if the file system can
  /// @throws FileError on all ranks: a missing or read-only folder, also on one rank, a full disk,
  /// or a `path` that is not a regular file
  /// @collective
  AtomicFile(mpi::CommunicatorView comm, const std::string& path, Index bytes);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Removes an uncommitted file. [local]
  ~AtomicFile();

  /// Writes the part of this rank; parts must not overlap. [local]
  /// @throws FileError on this rank only: call it inside mpi::together
  void write(Index offset, const void* data, Index bytes);

  /// Name of the temporary file, for libraries that open files by name. [same]
  const std::string& unfinished_path() const;

  /// Flushes all parts, sets permissions (of the replaced file, else by umask), and renames.
  /// @collective
  /// @throws FileError on all ranks
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ashlar::io::detail
