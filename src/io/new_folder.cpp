// SPDX-License-Identifier: BSD-3-Clause
#include "new_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/agree.hpp>

#include "file_error.hpp"
#include "mpi/collectives.hpp"
#include "temporary.hpp"

namespace ashlar::io {
namespace {

namespace fs = std::filesystem;

void check_replaceable(const std::string& target, const std::string& path,
                       const std::function<Replaceable(const std::string&)>& replaceable) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw file_error(path, "cannot be written: it exists and is not a folder");
  if (fs::is_empty(target, error)) return;
  const Replaceable old = replaceable(target);
  bool has_key = false;
  for (const fs::directory_entry& entry : fs::directory_iterator(target, error)) {
    const std::string name = entry.path().filename().string();
    if (!old.holds(name) || !entry.is_regular_file() || entry.is_symlink())
      throw file_error(path, "cannot be written: the folder has other content (", name, ") than ",
                       old.content);
    has_key = has_key || name == old.key;
  }
  if (error) throw file_error(path, "cannot be written: ", error.message());
  if (!has_key)
    throw file_error(path, "cannot be written: the folder has content, but no ", old.key);
}

/// Renames the finished folder; exchanges it with an existing one atomically if the file system
/// can.
void publish_folder(Temporary& finished, const std::string& target, const std::string& path) {
  if (::chmod(finished.path().c_str(), masked_mode(0777)) != 0)
    throw_os_error(path, "cannot be written", errno);
  sync_folder(finished.path(), path);
  if (::rename(finished.path().c_str(), target.c_str()) == 0) {
    finished.forget();
  } else if (errno != ENOTEMPTY && errno != EEXIST) {
    throw_os_error(path, "cannot be written", errno);
  } else if (::renameat2(AT_FDCWD, finished.path().c_str(), AT_FDCWD, target.c_str(),
                         RENAME_EXCHANGE) != 0) {
    Temporary old(Temporary::Kind::Folder, target, path);
    if (::rename(target.c_str(), old.path().c_str()) != 0)
      throw_os_error(path, "cannot be written", errno);
    if (::rename(finished.path().c_str(), target.c_str()) != 0) {
      const int error = errno;
      // Restores the old folder's name, or leaves it under the temporary one.
      ::rename(old.path().c_str(), target.c_str());
      old.forget();
      throw_os_error(path, "cannot be written", error);
    }
    finished.forget();
  }
  // After an exchange this removes the old folder.
  finished.remove();
  sync_folder(folder_of(target), path);
}

}  // namespace

NewFolder::NewFolder(mpi::CommunicatorView comm, const std::string& path,
                     const std::function<Replaceable(const std::string& target)>& replaceable)
    : comm_(comm), path_(path) {
  mpi::together(comm, [&] {
    if (comm.rank() != 0) return;
    // Links and names are resolved without the trailing slash.
    const std::size_t end = path.find_last_not_of('/');
    if (end == std::string::npos) throw file_error(path, "cannot be written: name a new folder");
    target_ = follow_links(path.substr(0, end + 1));
    check_replaceable(target_, path, replaceable);
    unfinished_ = Temporary(Temporary::Kind::Folder, target_, path);
  });
  place_ = mpi::broadcast_text(comm, unfinished_.path(), 0);
}

NewFolder::File NewFolder::file(const std::string& name) const {
  return {(fs::path(place_) / name).string(), (fs::path(path_) / name).string()};
}

void NewFolder::commit() {
  mpi::together(comm_, [&] {
    if (comm_.rank() == 0) publish_folder(unfinished_, target_, path_);
  });
}

FileDescriptor create_file(const NewFolder::File& file) {
  FileDescriptor fd(::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           masked_mode(0666)));
  if (!fd.is_open()) throw_os_error(file.name, "cannot be created", errno);
  return fd;
}

void create_file(const NewFolder::File& file, const std::string& content) {
  const FileDescriptor fd = create_file(file);
  write_all(fd.native(), 0, content.data(), static_cast<Index>(content.size()), file.name);
  flush(fd.native(), file.name);
}

}  // namespace ashlar::io
