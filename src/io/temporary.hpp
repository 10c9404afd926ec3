// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include <ashlar/base/progress.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "posix_file.hpp"

namespace ashlar::io {

/// Temporary file or folder beside `target`, accessible to its owner only, removed on destruction
/// unless renamed.
///
/// The name is ".<target>.ashlar-tmp", numbered if a running job uses it. Running jobs hold a lock;
/// unlocked temporaries are removed and their names reused.
class Temporary {
 public:
  enum class Kind { File, Folder };

  /// Empty, for ranks other than the root.
  Temporary() noexcept = default;
  /// @param path  name of the target in errors
  /// @throws FileError if the target's folder is missing or not writable
  Temporary(Kind kind, const std::string& target, const std::string& path);
  Temporary(Temporary&& other) noexcept
      : kind_(other.kind_),
        path_(std::exchange(other.path_, {})),
        fd_(std::move(other.fd_)),
        listed_(std::move(other.listed_)) {}
  Temporary& operator=(Temporary&& other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(path_, other.path_);
    std::swap(fd_, other.fd_);
    std::swap(listed_, other.listed_);
    return *this;
  }
  ~Temporary() { remove(); }

  const std::string& path() const noexcept { return path_; }
  int fd() const noexcept { return fd_.native(); }

  /// Releases the path after a rename. The last descriptor releases the lock.
  void forget() noexcept {
    path_.clear();
    listed_ = {};
  }
  void remove() noexcept;

 private:
  bool try_claim(const std::string& name, const std::string& path);

  Kind kind_ = Kind::File;
  std::string path_;  // empty: nothing to remove
  FileDescriptor fd_;
  ashlar::detail::UnfinishedFile listed_;
};

/// Resolves `path` through all symbolic links.
/// @throws FileError for a cycle
std::string follow_links(const std::string& path);

/// Parent folder of `path`, "." if it has none.
std::string folder_of(const std::string& path);

/// @param target  `path` with symbolic links resolved
/// @throws FileError if `target` exists and cannot be replaced
void check_replaceable(const std::string& target, const std::string& path);

/// Flushes `fd` to the disk.
/// @throws FileError naming `path`
void flush(int fd, const std::string& path);

/// Renames a flushed temporary file, with the replaced file's permissions or by the umask.
/// @throws FileError naming `path`
void publish(Temporary& file, const std::string& target, const std::string& path);

/// Opens a temporary file, or a file in a temporary folder, that rank 0 created. [local]
/// @param path  name of the target in errors
/// @throws FileError
FileDescriptor open_created(const std::string& name, const std::string& path,
                            mpi::CommunicatorView comm);

/// "rank 3 on host fig", for errors of one rank. [local]
std::string whoami(mpi::CommunicatorView comm);

}  // namespace ashlar::io
