// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

#include "temporary.hpp"

namespace ashlar::io {

/// Permitted content of a replaceable folder.
struct Replaceable {
  std::string key;                                     ///< file that every such folder has
  std::function<bool(const std::string& name)> holds;  ///< true for names of its files
  std::string content;                                 ///< expected content, for errors
};

/// Folder that all ranks fill and that appears completely or not at all. It has a temporary name
/// until committed and is otherwise removed.
class NewFolder {
 public:
  /// @param path  [same] a trailing slash is ignored; symbolic links are followed
  /// @param replaceable  called on rank 0 for an existing folder; returns its permitted content. A
  /// folder with other content is never replaced.
  /// @throws FileError on all ranks
  /// @collective over `comm`
  NewFolder(mpi::CommunicatorView comm, const std::string& path,
            const std::function<Replaceable(const std::string& target)>& replaceable);

  /// Temporary path of a file, and final name for errors.
  struct File {
    std::string path;
    std::string name;
  };
  File file(const std::string& name) const;

  /// Renames the folder, whose files are flushed.
  /// @throws FileError on all ranks
  /// @collective
  void commit();

 private:
  mpi::CommunicatorView comm_;
  std::string path_;
  std::string target_;    // target with symbolic links resolved; root only
  std::string place_;     // temporary path
  Temporary unfinished_;  // root only
};

/// Creates an empty file; other ranks open it by open_created. [local]
/// @throws FileError
FileDescriptor create_file(const NewFolder::File& file);

/// Creates and flushes a file. [local]
/// @throws FileError
void create_file(const NewFolder::File& file, const std::string& content);

}  // namespace ashlar::io
