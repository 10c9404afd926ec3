// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include <ashlar/base/progress.hpp>

#include "posix_file.hpp"

namespace ashlar::io {

/// A new file or folder under a name of its own beside `target`, visible to its owner only, removed
/// on destruction unless it was renamed away.
///
/// The name is ".<target>.ashlar-tmp", with a number when a running job uses that one. A lock tells
/// a running job's from one that a killed job left behind: the latter is removed and its name used
/// again.
class Temporary {
 public:
  enum class Kind { File, Folder };

  /// None: what the ranks that only follow hold.
  Temporary() noexcept = default;
  /// @param path  the name of the target for errors
  /// @throws FileError if the target's folder is missing or takes no new entry
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

  /// Forgets the temporary, after it was renamed. The lock goes with the last descriptor.
  void forget() noexcept {
    path_.clear();
    listed_ = {};
  }
  /// Removes it now.
  void remove() noexcept;

 private:
  bool try_claim(const std::string& name, const std::string& path);

  Kind kind_ = Kind::File;
  std::string path_;  // empty: nothing to remove
  FileDescriptor fd_;
  UnfinishedFile listed_;
};

/// Where `path` leads: itself, or what it names as a symbolic link, to the end of the chain.
/// @throws FileError for a chain without end
std::string follow_links(const std::string& path);

/// The folder that holds `path`: "." if it names none.
std::string folder_of(const std::string& path);

}  // namespace ashlar::io
