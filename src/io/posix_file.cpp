// SPDX-License-Identifier: BSD-3-Clause
#include "posix_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

// Linux transfers at most 2^31 - 4096 bytes per call.
constexpr Index largest_call = Index{1} << 28;

/// Calls `transfer(remaining, done)`, a system call, until `bytes` are done. Returns 0, errno, or
/// -1 after a call without progress.
template <class Transfer>
int transfer_all(Index bytes, Transfer&& transfer) {
  for (Index done = 0; done < bytes;) {
    const auto count = transfer(std::min(bytes - done, largest_call), done);
    if (count == 0) return -1;
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) done += count;
  }
  return 0;
}

}  // namespace

void throw_os_error(const std::string& path, const std::string& what, int error) {
  throw file_error(path, what + ": " + std::generic_category().message(error));
}

void write_all(int fd, Index offset, const void* data, Index bytes, const std::string& path) {
  const char* from = static_cast<const char*>(data);
  const int error = transfer_all(bytes, [&](Index wanted, Index done) {
    return ::pwrite(fd, from + done, static_cast<std::size_t>(wanted), offset + done);
  });
  if (error == 0) return;
  throw_os_error(path, "cannot be written", error < 0 ? EIO : error);
}

void WriteBehind::wrote(int fd, Index offset, Index bytes) noexcept {
  constexpr Index least = Index{8} << 20;
  if (offset != last_) first_ = offset;
  last_ = offset + bytes;
  if (last_ - first_ < least) return;
  // On failure, the final flush writes all.
  ::sync_file_range(fd, first_, last_ - first_, SYNC_FILE_RANGE_WRITE);
  first_ = last_;
}

void reserve(int fd, Index bytes, const std::string& path) {
  if (bytes == 0 || ::fallocate(fd, 0, 0, bytes) == 0) return;
  // Other errors are ignored: many file systems lack fallocate.
  if (errno == ENOSPC || errno == EFBIG || errno == EDQUOT)
    throw_os_error(path, "cannot be written", errno);
}

void sync_folder(const std::string& folder, const std::string& path) {
  const FileDescriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Write-only folders and some file systems cannot be flushed; this is not an error.
  if (!fd.is_open() || ::fsync(fd.native()) == 0 || errno != EIO) return;
  throw_os_error(path, "its folder cannot be flushed to the disk", errno);
}

unsigned masked_mode(unsigned mode) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word; std::getline(status, word)) {
    if (word != "Umask:") continue;
    unsigned mask = 0;
    if (status >> std::oct >> mask) return mode & ~mask;
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mode & ~static_cast<unsigned>(mask);
}

// O_NONBLOCK: opening a pipe without a writer must not block.
InputFile::InputFile(const std::string& path)
    : path_(path), fd_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)) {
  if (!fd_.is_open()) throw_os_error(path_, "cannot be opened", errno);
  struct stat status = {};
  if (::fstat(fd_.native(), &status) != 0) throw_os_error(path_, "cannot be examined", errno);
  if (S_ISDIR(status.st_mode)) throw file_error(path_, "is a folder, but a file is needed");
  if (!S_ISREG(status.st_mode))
    throw file_error(path_, "is a pipe, device or socket, but a regular file is needed");
  size_ = status.st_size;
}

void InputFile::read(Index offset, void* out, Index bytes) const {
  char* to = static_cast<char*>(out);
  const int error = transfer_all(bytes, [&](Index wanted, Index done) {
    return ::pread(fd_.native(), to + done, static_cast<std::size_t>(wanted), offset + done);
  });
  if (error < 0) throw file_error(path_, "the file became shorter while it was read");
  if (error > 0) throw_os_error(path_, "cannot be read", error);
}

void InputFile::will_read(Index offset, Index bytes) const noexcept {
  // A call prefetches at most the kernel's read-ahead size, about 1 MiB. Many calls delay the first
  // byte, and sequential reads start the kernel's read-ahead: the last call covers the rest.
  constexpr Index at_once = Index{1} << 20, most_calls = 64;
  for (Index done = 0, calls = 1; done < bytes; done += at_once, ++calls) {
    const bool is_last = calls == most_calls;
    ::posix_fadvise(fd_.native(), offset + done,
                    is_last ? bytes - done : std::min(at_once, bytes - done), POSIX_FADV_WILLNEED);
    if (is_last) break;
  }
}

}  // namespace ashlar::io
