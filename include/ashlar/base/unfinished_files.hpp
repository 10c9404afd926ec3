// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar {

/// Entry in this process's list of files that are not finished, which remove_unfinished_files()
/// removes; taken out on destruction. [local]
class UnfinishedFile {
 public:
  /// None.
  UnfinishedFile() noexcept = default;
  /// @param path  of a file, or of a folder that is empty when the listed files are gone; not
  /// listed if it is longer than the system takes, or a hundred are listed already
  explicit UnfinishedFile(const std::string& path) noexcept;
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&& other) noexcept;
  ~UnfinishedFile();

 private:
  int slot_ = -1;
};

/// Removes the files that this process has begun and not finished, then the folders: for a handler
/// of SIGINT and the like, before it ends the process. Async-signal-safe. [local]
void remove_unfinished_files() noexcept;

}  // namespace ashlar
