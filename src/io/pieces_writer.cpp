// SPDX-License-Identifier: BSD-3-Clause
#include "pieces_writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/npy_header.hpp>
#include <ashlar/mpi/agree.hpp>

#include "file_error.hpp"
#include "mpi/collectives.hpp"
#include "pieces_files.hpp"

namespace ashlar::io {
namespace {

namespace fs = std::filesystem;

bool is_piece_name(const std::string& name) {
  if (name == "layout.json") return true;
  if (!name.starts_with("rank") || !name.ends_with(".npy") || name.size() < 9) return false;
  return std::all_of(name.begin() + 4, name.end() - 4, [](char c) { return c >= '0' && c <= '9'; });
}

/// A folder of anything but pieces is somebody's work: it is never replaced.
void check_replaceable(const std::string& target, const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw file_error(path, "cannot be written: it exists and is no folder");
  bool has_layout = false, has_any = false;
  for (const fs::directory_entry& entry : fs::directory_iterator(target)) {
    const std::string name = entry.path().filename().string();
    if (!is_piece_name(name) || !entry.is_regular_file() || entry.is_symlink())
      throw file_error(path, concat("cannot be written: the folder has other content (", name,
                                    ") than layout.json and pieces"));
    has_layout = has_layout || name == "layout.json";
    has_any = true;
  }
  if (has_any && !has_layout)
    throw file_error(path, "cannot be written: the folder has content, but no layout.json");
}

/// A new file under `path`; errors call it `name`.
FileDescriptor created(const std::string& path, const std::string& name) {
  FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           masked_mode(0666)));
  if (!fd.is_open()) throw_os_error(name, "cannot be created", errno);
  return fd;
}

void flush_file(const FileDescriptor& fd, const std::string& name) {
  if (::fsync(fd.native()) != 0) throw_os_error(name, "cannot be flushed to the disk", errno);
}

/// Gives the finished folder its name. An old one is exchanged in one step where the file system
/// can, so that there is always one of the two.
void publish(Temporary& finished, const std::string& target, const std::string& path) {
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
    if (::rename(target.c_str(), old.path().c_str()) != 0 ||
        ::rename(finished.path().c_str(), target.c_str()) != 0)
      throw_os_error(path, "cannot be written", errno);
    finished.forget();
  }
  // After an exchange this is the old folder.
  finished.remove();
  sync_folder(folder_of(target), path);
}

}  // namespace

PiecesWriter::PiecesWriter(mpi::CommunicatorView comm, const std::string& folder,
                           const PiecesInfo& info)
    : comm_(comm), folder_(folder), info_(info) {
  mpi::together(comm_, [&] {
    if (comm_.rank() != 0) return;
    // Links are followed, and names taken, without the slash at the end.
    const std::size_t end = folder.find_last_not_of('/');
    if (end == std::string::npos) throw file_error(folder, "cannot be written: name a new folder");
    target_ = follow_links(folder.substr(0, end + 1));
    check_replaceable(target_, folder);
    unfinished_ = Temporary(Temporary::Kind::Folder, target_, folder);
  });
  place_ = mpi::broadcast_text(comm_, unfinished_.path(), 0);
  mpi::together(comm_, [&] {
    const int rank = comm_.rank();
    if (!info_.layout.ranks().coord_of(rank)) return;
    local_ = info_.layout.local_shape(rank);
    name_ = piece_path(folder, rank);
    piece_ = created(piece_path(place_, rank), name_);
    const std::string head =
        format_npy_header({.dtype = info_.dtype, .order = StorageOrder::Fortran, .shape = local_});
    offset_ = static_cast<Index>(head.size());
    write_all(piece_.native(), 0, head.data(), offset_, name_);
  });
}

void PiecesWriter::write_columns(const void* data, Index columns, Index ld) {
  const Index width = static_cast<Index>(size_of(info_.dtype));
  // Columns without padding between them go together.
  const Index step = ld == local_.rows ? std::max<Index>(1, columns) : 1;
  const char* from = static_cast<const char*>(data);
  for (Index j = 0; j < columns; j += step) {
    const Index bytes = step * local_.rows * width;
    write_all(piece_.native(), offset_, from + j * ld * width, bytes, name_);
    offset_ += bytes;
  }
}

void PiecesWriter::commit() {
  mpi::together(comm_, [&] {
    if (piece_.is_open()) flush_file(piece_, name_);
    if (comm_.rank() != 0) return;
    const std::string text = format_layout_json(info_), name = layout_json_path(folder_);
    const FileDescriptor json = created(layout_json_path(place_), name);
    write_all(json.native(), 0, text.data(), static_cast<Index>(text.size()), name);
    flush_file(json, name);
  });
  mpi::together(comm_, [&] {
    if (comm_.rank() == 0) publish(unfinished_, target_, folder_);
  });
}

}  // namespace ashlar::io
