// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "array_sink.hpp"
#include "posix_file.hpp"
#include "temporary.hpp"

namespace ashlar::io::detail {

/// File written jointly by several ranks and renamed to its path when complete.
///
/// Before commit() the data are in a temporary file in the same folder, and an existing file is
/// unchanged. Symbolic links are followed. An uncommitted file is removed.
/// @example AtomicFile file(comm, "x.npy", bytes);
///          together(comm, [&] { file.write(my_offset, my_data, my_bytes); });
///          file.commit();
class AtomicFile final : public ArraySink {
 public:
  /// @param path   [same]
  /// @param bytes  [same] final size, preallocated if the file system can
  /// @throws FileError on all ranks: a missing or read-only folder, also on one rank, a full disk,
  /// or a `path` that is not a regular file
  /// @collective
  AtomicFile(mpi::CommunicatorView comm, const std::string& path, Index bytes);

  /// Writes the part of this rank; parts must not overlap. [local]
  /// @throws FileError on this rank only: call it inside mpi::together
  void write(Index offset, const void* data, Index bytes) override;

  /// Name of the temporary file, for libraries that open files by name. [same]
  const std::string& unfinished_path() const { return name_; }

  /// Flushes all parts, sets permissions (of the replaced file, else by umask), and renames.
  /// @collective
  /// @throws FileError on all ranks
  void commit() override;

 private:
  int fd() const { return opened_.is_open() ? opened_.native() : temporary_.fd(); }

  mpi::CommunicatorView comm_;
  std::string path_;
  std::string name_;       // of the temporary
  std::string target_;     // target with symbolic links resolved; root only
  Temporary temporary_;    // root only
  FileDescriptor opened_;  // on the other ranks
  WriteBehind behind_;
};

/// Replaces a small file atomically. [local]
/// @throws FileError
void write_whole_file(const std::string& path, std::string_view bytes);

/// Overload that writes the bytes of rank 0, such as a picture or report.
/// @throws FileError on all ranks
/// @collective
/// @example write_whole_file(comm, "notes.txt", text);
void write_whole_file(mpi::CommunicatorView comm, const std::string& path, std::string_view bytes);

}  // namespace ashlar::io::detail
