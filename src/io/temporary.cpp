// SPDX-License-Identifier: BSD-3-Clause
#include "temporary.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/check.hpp>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

namespace fs = std::filesystem;

bool is_same_entry(int fd, const std::string& name) {
  struct stat opened = {}, named = {};
  return ::fstat(fd, &opened) == 0 && ::lstat(name.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

bool lock(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) == 0; }

/// Removes the temporary of a terminated job. Returns true if the name is free.
bool remove_abandoned(const std::string& name) {
  const FileDescriptor fd(::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  if (!fd.is_open()) return errno == ENOENT;
  if (!lock(fd.native()) || !is_same_entry(fd.native(), name)) return false;
  std::error_code ignored;
  return fs::remove_all(name, ignored) != static_cast<std::uintmax_t>(-1);
}

/// Permissions of the replaced file; of a new file by the umask.
mode_t mode_for(const std::string& target) {
  struct stat status = {};
  return ::stat(target.c_str(), &status) == 0 ? status.st_mode & 0777 : masked_mode(0666);
}

}  // namespace

std::string follow_links(const std::string& path) {
  std::string at = path;
  std::error_code error;
  for (int depth = 0; depth < 40; ++depth) {
    const fs::path next = fs::read_symlink(at, error);
    if (error) return at;
    at = next.is_absolute() ? next.string() : (fs::path(folder_of(at)) / next).string();
  }
  throw file_error(path, "is a symbolic link that leads nowhere");
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

Temporary::Temporary(Kind kind, const std::string& target, const std::string& path) : kind_(kind) {
  // Most file systems limit names to 255 bytes.
  const std::string base = fs::path(target).filename().string().substr(0, 200);
  for (int number = 0; number < 1000; ++number) {
    const std::string name = concat(folder_of(target), "/.", base, ".ashlar-tmp",
                                    number == 0 ? "" : concat("-", number));
    for (int attempt = 0; attempt < 3; ++attempt) {
      if (try_claim(name, path)) return;
      if (!remove_abandoned(name)) break;
    }
  }
  throw file_error(path, "cannot be written: too many temporary files stand beside it");
}

bool Temporary::try_claim(const std::string& name, const std::string& path) {
  if (kind_ == Kind::Folder) {
    if (::mkdir(name.c_str(), 0700) == 0)
      fd_ = FileDescriptor(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  } else {
    fd_ = FileDescriptor(
        ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  }
  if (!fd_.is_open()) {
    if (errno == EEXIST) return false;
    throw_os_error(path, "cannot be created", errno);
  }
  // Between creation and lock, another job may have removed it as abandoned.
  if (!lock(fd_.native()) || !is_same_entry(fd_.native(), name)) return false;
  path_ = name;
  listed_ = ashlar::detail::UnfinishedFile(name);
  return true;
}

void Temporary::remove() noexcept {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  forget();
}

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

FileDescriptor open_created(const std::string& name, const std::string& path,
                            mpi::CommunicatorView comm) {
  FileDescriptor fd(::open(name.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd.is_open())
    throw_os_error(
        path,
        concat("cannot be written by ", whoami(comm), ", which must see the same folder as rank 0"),
        errno);
  return fd;
}

std::string whoami(mpi::CommunicatorView comm) {
  char name[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  mpi::check(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  return concat("rank ", comm.rank(), " on host ",
                std::string(name, static_cast<std::size_t>(length)));
}

}  // namespace ashlar::io
