// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

#include "base/file_descriptor.hpp"
#include "byte_source.hpp"

namespace ashlar::io {

using ashlar::detail::FileDescriptor;

/// Throws FileError "`path`: `what`: the system's reason".
[[noreturn]] void throw_os_error(const std::string& path, const std::string& what, int error);

/// Writes `bytes` at `offset`, in calls below Linux's limit.
/// @throws FileError naming `path`
void write_all(int fd, Index offset, const void* data, Index bytes, const std::string& path);

/// Starts writeback every few megabytes, which shortens the final flush.
class WriteBehind {
 public:
  /// Adds written bytes.
  void wrote(int fd, Index offset, Index bytes) noexcept;

 private:
  Index first_ = 0, last_ = 0;  // written, writeback not started
};

/// Preallocates `bytes` of a new file if the file system can.
/// @throws FileError naming `path`, without room
void reserve(int fd, Index bytes, const std::string& path);

/// Flushes the directory entry of a created or renamed file, if the file system can.
/// @throws FileError naming `path`
void sync_folder(const std::string& folder, const std::string& path);

/// Permission bits of `mode` after the umask, read from /proc/self/status. Before Linux 4.7 the
/// umask is set to 0 and back, which other threads can observe.
unsigned masked_mode(unsigned mode);

/// Regular file opened for reading. Pipes, devices, sockets and folders are refused without
/// blocking.
class InputFile final : public ByteSource {
 public:
  /// @throws FileError
  explicit InputFile(const std::string& path);

  const std::string& path() const override { return path_; }
  Index size() const override { return size_; }

  /// @throws FileError for a system error or an early end of the file
  void read(Index offset, void* out, Index bytes) const override;
  /// posix_fadvise(POSIX_FADV_WILLNEED), in 64 calls at most.
  void will_read(Index offset, Index bytes) const noexcept override;

 private:
  std::string path_;
  FileDescriptor fd_;
  Index size_ = 0;
};

}  // namespace ashlar::io
