// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

#include "base/file_descriptor.hpp"
#include "byte_source.hpp"

namespace ashlar::io {

using ashlar::detail::FileDescriptor;

/// Throws FileError "path: what: the system's reason".
[[noreturn]] void throw_os_error(const std::string& path, const std::string& what, int error);

/// Writes all `bytes` at `offset`, in calls that the system takes (Linux stops at 2^31 - 4096
/// bytes).
/// @throws FileError naming `path`
void write_all(int fd, Index offset, const void* data, Index bytes, const std::string& path);

/// Has the disk begin with what is written, some megabytes at a time, so that the flush at the end
/// finds little left.
class WriteBehind {
 public:
  /// Notes bytes that were written.
  void wrote(int fd, Index offset, Index bytes) noexcept;

 private:
  Index first_ = 0, last_ = 0;  // written and not begun
};

/// Reserves room for `bytes` in a new file where the file system can.
/// @throws FileError naming `path`, if there is no room
void reserve(int fd, Index bytes, const std::string& path);

/// Flushes the entry of a file that was created in or renamed into `folder`. File systems that
/// cannot are left alone.
/// @throws FileError naming `path`
void sync_folder(const std::string& folder, const std::string& path);

/// The permission bits that the process's umask leaves of `mode`, read from /proc/self/status.
/// Where the kernel does not list it (Linux before 4.7), the umask is set to 0 and back, which
/// other threads can observe.
unsigned masked_mode(unsigned mode);

/// A regular file opened for reading. Pipes, devices, sockets and folders are refused without
/// blocking.
class InputFile final : public ByteSource {
 public:
  /// @throws FileError
  explicit InputFile(const std::string& path);

  const std::string& path() const override { return path_; }
  Index size() const override { return size_; }

  /// @throws FileError if the system refuses or the file ends early
  void read(Index offset, void* out, Index bytes) const override;
  /// posix_fadvise(POSIX_FADV_WILLNEED), in 64 calls at most.
  void will_read(Index offset, Index bytes) const noexcept override;

 private:
  std::string path_;
  FileDescriptor fd_;
  Index size_ = 0;
};

}  // namespace ashlar::io
