// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// A file that several ranks write together and that appears whole or not at all.
///
/// It grows under a temporary name in the folder of `path`; commit() gives it its name. Until then
/// an existing file keeps its content, and when the object dies uncommitted nothing remains.
/// Symbolic links are followed.
/// @example AtomicFile file(comm, "x.npy", bytes);
///          together(comm, [&] { file.write(my_offset, my_data, my_bytes); });
///          file.commit();
class AtomicFile {
 public:
  /// @param path   [same]
  /// @param bytes  [same] the final size, reserved now where the file system can
  /// @throws FileError on all ranks: the folder is missing or closed, there is no room, `path` is
  /// no regular file, or a rank does not see the folder
  /// @collective over `comm`
  AtomicFile(mpi::CommunicatorView comm, const std::string& path, Index bytes);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Removes what was not committed. [local]
  ~AtomicFile();

  /// Writes this rank's part; parts of different ranks must not overlap. [local]
  /// @throws FileError on this rank alone: call it inside mpi::together
  void write(Index offset, const void* data, Index bytes);

  /// Name of the temporary, for libraries that open files by name. [same]
  const std::string& unfinished_path() const;

  /// Flushes all parts to the disk, sets the permissions of the file that is replaced, or those
  /// that the umask leaves, and renames.
  /// @collective
  /// @throws FileError on all ranks
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ashlar::io
