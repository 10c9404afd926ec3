// SPDX-License-Identifier: BSD-3-Clause
#include "new_dataset.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>

#include "io/posix_file.hpp"

namespace ashlar::io::hdf5 {
namespace {

constexpr const char* what = "cannot be written";

FileDescriptor opened(const std::string& name, const std::string& path) {
  FileDescriptor fd(::open(name.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd.is_open()) throw_os_error(path, what, errno);
  return fd;
}

/// True if statvfs reports enough space.
bool seems_to_have(int fd, Index bytes) {
  struct statvfs disk = {};
  return ::fstatvfs(fd, &disk) != 0 ||
         static_cast<Index>(disk.f_bavail) > bytes / static_cast<Index>(disk.f_frsize);
}

}  // namespace

void make_room(const std::string& name, Index bytes, const std::string& path) {
  const FileDescriptor fd = opened(name, path);
  const off_t end = ::lseek(fd.native(), 0, SEEK_END);
  if (end < 0) throw_os_error(path, what, errno);
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < static_cast<rlim_t>(end + bytes))
    throw_os_error(path, what, EFBIG);
  if (::fallocate(fd.native(), FALLOC_FL_KEEP_SIZE, end, bytes) == 0) return;
  const int error = errno;
  if (error == ENOSPC || error == EFBIG || error == EDQUOT) throw_os_error(path, what, error);
  // Many file systems lack fallocate.
  if (!seems_to_have(fd.native(), bytes)) throw_os_error(path, what, ENOSPC);
}

void trim_room(const std::string& name, const std::string& path) {
  const FileDescriptor fd = opened(name, path);
  const off_t size = ::lseek(fd.native(), 0, SEEK_END);
  if (size < 0 || ::ftruncate(fd.native(), size) != 0) throw_os_error(path, what, errno);
}

}  // namespace ashlar::io::hdf5
