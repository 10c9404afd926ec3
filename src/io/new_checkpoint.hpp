// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <ashlar/base/progress.hpp>
#include <ashlar/io/checkpoint_info.hpp>

#include "formats/format.hpp"
#include "temporary.hpp"

namespace ashlar::io {

/// Checkpoint that all ranks write, matrix by matrix. It appears completely or not at all: its
/// folder has a temporary name until committed and is otherwise removed.
class NewCheckpoint {
 public:
  /// @param path  [same] a new folder, an empty one, or a checkpoint, which is replaced;
  /// a trailing slash is ignored; symbolic links are followed
  /// @param info  [same] without members
  /// @throws FileError on all ranks
  /// @collective
  NewCheckpoint(mpi::CommunicatorView comm, const std::string& path, CheckpointInfo info);

  /// Temporary path of a file, and final name for errors.
  struct File {
    std::string path;
    std::string name;
  };

  /// Starts the .npy file of a matrix with a checksum per chunk. Its commit() adds the matrix to
  /// checkpoint.json. The layout of the style is recorded, by default file_layout.
  /// @throws FileError on all ranks
  /// @collective
  std::unique_ptr<FileWriter> add(const std::string& name, const NewMatrix& matrix);

  /// Writes checkpoint.json and renames the folder.
  /// @throws FileError on all ranks
  /// @collective
  void commit();

 private:
  /// Lists a file on rank 0 for remove_unfinished_files.
  File listed(const std::string& name);

  mpi::CommunicatorView comm_;
  std::string path_;
  std::string target_;    // target with symbolic links resolved; root only
  std::string place_;     // temporary path
  Temporary unfinished_;  // root only
  CheckpointInfo info_;
  std::vector<ashlar::detail::UnfinishedFile> files_;  // on rank 0
};

/// CheckpointInfo of this library and time, without members.
CheckpointInfo new_checkpoint_info(mpi::CommunicatorView comm,
                                   const std::map<std::string, std::string>& notes);

}  // namespace ashlar::io
