// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

#include "temporary.hpp"

namespace ashlar::io {

/// What a folder that may be replaced can have in it.
struct Replaceable {
  std::string key;  ///< the file that every such folder has
  std::function<bool(const std::string& name)>
      holds;            ///< whether a file of that name belongs there
  std::string content;  ///< what belongs there, for errors
};

/// A folder that all ranks fill with files and that appears whole or not at all. It grows under a
/// temporary name beside its own; uncommitted, nothing remains of it.
class NewFolder {
 public:
  /// @param path  [same] a slash at its end counts for nothing; symbolic links are followed
  /// @param replaceable  called on rank 0, where a folder of that name exists: what it says of the
  /// old one; a folder of anything else is somebody's work and never replaced
  /// @throws FileError on all ranks
  /// @collective over `comm`
  NewFolder(mpi::CommunicatorView comm, const std::string& path,
            const std::function<Replaceable(const std::string& target)>& replaceable);

  /// A file of the new folder: where it is written, and the name that it will have, for errors.
  struct File {
    std::string path;
    std::string name;
  };
  File file(const std::string& name) const;

  /// Gives the folder, whose files are flushed, its name.
  /// @throws FileError on all ranks
  /// @collective
  void commit();

 private:
  mpi::CommunicatorView comm_;
  std::string path_;
  std::string target_;    // path with links followed; root only
  std::string place_;     // where it grows
  Temporary unfinished_;  // root only
};

/// Creates an empty file that only this rank or, opened by open_file, others write to. [local]
/// @throws FileError
FileDescriptor create_file(const NewFolder::File& file);

/// Opens a file that another rank created. [local]
/// @throws FileError
FileDescriptor open_file(const NewFolder::File& file, mpi::CommunicatorView comm);

/// Creates a file with this content and flushes it to the disk. [local]
/// @throws FileError
void create_file(const NewFolder::File& file, const std::string& content);

}  // namespace ashlar::io
