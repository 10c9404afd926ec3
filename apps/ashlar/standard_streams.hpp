// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/progress.hpp>
#include <ashlar/mpi/communicator.hpp>

// "-" as the name of a file: the standard input or output of rank 0. Matrices are read in any order
// and written by all ranks; therefore a stream passes through a temporary file.

namespace ashlar::apps {

inline bool is_standard_stream(const std::string& path) { return path == "-"; }

/// Temporary file in TMPDIR, or /tmp, of rank 0's host; removed at the end.
class StreamFile {
 public:
  /// Empty name without a file.
  StreamFile() = default;
  /// @throws FileError on all ranks
  /// @collective
  explicit StreamFile(mpi::CommunicatorView world);
  StreamFile(StreamFile&& other) noexcept;
  StreamFile& operator=(StreamFile&& other) noexcept;
  ~StreamFile();

  /// Creates a file for this process alone. @throws FileError
  static StreamFile alone();

  const std::string& path() const { return path_; }

  /// Fills it with this process's standard input.
  /// @throws FileError
  void fill() const;
  /// Fills it with rank 0's standard input.
  /// @throws FileError on all ranks
  /// @collective
  void fill(mpi::CommunicatorView world) const;
  /// Writes it to rank 0's standard output.
  /// @throws FileError on all ranks
  /// @collective
  void pour(mpi::CommunicatorView world) const;

 private:
  void create();

  std::string folder_;  // rank 0 only
  detail::UnfinishedFile listed_folder_, listed_file_;
  std::string path_;
  bool is_mine_ = false;
};

}  // namespace ashlar::apps
