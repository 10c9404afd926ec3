// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// File written jointly by several ranks and renamed to its path when it is complete.
///
/// Until commit(), the data are in a temporary file in the folder of `path`, and an existing file
/// keeps its content. The destructor removes an uncommitted file. Symbolic links are followed.
/// @example AtomicFile file(comm, "x.npy", bytes);
///          together(comm, [&] { file.write(my_offset, my_data, my_bytes); });
///          file.commit();
class AtomicFile {
 public:
  /// @param path   [same]
  /// @param bytes  [same] final size, preallocated if the file system supports it
  /// @throws FileError on all ranks: missing or read-only folder, full disk, a `path` that is not a
  /// regular file, or a folder that is not visible on every rank
  /// @collective over `comm`
  AtomicFile(mpi::CommunicatorView comm, const std::string& path, Index bytes);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Removes an uncommitted file. [local]
  ~AtomicFile();

  /// Writes the part of this rank; parts of different ranks must not overlap. [local]
  /// @throws FileError on this rank only: call it inside mpi::together
  void write(Index offset, const void* data, Index bytes);

  /// Name of the temporary file, for libraries that open files by name. [same]
  const std::string& unfinished_path() const;

  /// Flushes all parts to the disk, sets the permissions of the replaced file or those of the
  /// umask, and renames the file.
  /// @collective
  /// @throws FileError on all ranks
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ashlar::io
