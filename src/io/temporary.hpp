// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include <ashlar/base/progress.hpp>

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

}  // namespace ashlar::io
