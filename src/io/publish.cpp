// SPDX-License-Identifier: BSD-3-Clause
#include "publish.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

/// Permissions of the replaced file; of a new file by the umask.
mode_t mode_for(const std::string& target) {
  struct stat status = {};
  return ::stat(target.c_str(), &status) == 0 ? status.st_mode & 0777 : masked_mode(0666);
}

}  // namespace

void check_replaceable(const std::string& target, const std::string& path) {
  struct stat status = {};
  if (::stat(target.c_str(), &status) != 0) return;
  if (S_ISDIR(status.st_mode))
    throw file_error(
        path,
        "cannot be written: it is a folder; to write a checkpoint there, end the name in '/'");
  if (!S_ISREG(status.st_mode))
    throw file_error(path, "cannot be written: it is a pipe, device or socket");
  if (::access(target.c_str(), W_OK) != 0) throw_os_error(path, "cannot be written", errno);
}

void flush(int fd, const std::string& path) {
  if (::fsync(fd) != 0) throw_os_error(path, "cannot be flushed to the disk", errno);
}

void publish(Temporary& file, const std::string& target, const std::string& path) {
  if (::fchmod(file.fd(), mode_for(target)) != 0 ||
      ::rename(file.path().c_str(), target.c_str()) != 0)
    throw_os_error(path, "cannot be written", errno);
  file.forget();
  sync_folder(folder_of(target), path);
}

}  // namespace ashlar::io
