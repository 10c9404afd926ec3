// SPDX-License-Identifier: BSD-3-Clause
#include "new_checkpoint.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <set>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/version.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>

#include "checkpoint_files.hpp"
#include "crc32.hpp"
#include "file_error.hpp"
#include "formats/array_writer.hpp"
#include "mpi/collectives.hpp"
#include "temporary.hpp"

namespace ashlar::io {
namespace {

namespace fs = std::filesystem;

/// Current time in UTC: "2026-11-23T08:15:00Z".
std::string time_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::string text(32, '\0');
  text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc));
  return text;
}

/// Refuses a target other than a new folder, an empty one or a checkpoint: checkpoint.json and the
/// files that it lists.
void check_replaceable_folder(const std::string& target, const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw file_error(path, "cannot be written: it exists and is not a folder");
  if (fs::is_empty(target, error)) return;
  std::set<std::string> files = {checkpoint_json_name};
  if (is_checkpoint(target))
    for (const CheckpointInfo::Member& member : read_checkpoint_info(target).members)
      files.insert(member.file);
  bool has_key = false;
  for (const fs::directory_entry& entry : fs::directory_iterator(target, error)) {
    const std::string name = entry.path().filename().string();
    if (!files.contains(name) || !entry.is_regular_file() || entry.is_symlink())
      throw file_error(path, "cannot be written: the folder has other content (", name,
                       ") than a checkpoint");
    has_key = has_key || name == checkpoint_json_name;
  }
  if (error) throw file_error(path, "cannot be written: ", error.message());
  if (!has_key)
    throw file_error(path, "cannot be written: the folder has content, but no ",
                     checkpoint_json_name);
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

FileDescriptor create_file(const NewCheckpoint::File& file) {
  FileDescriptor fd(::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           masked_mode(0666)));
  if (!fd.is_open()) throw_os_error(file.name, "cannot be created", errno);
  return fd;
}

/// .npy file with a checksum per chunk.
class MemberFile final : public ArraySink {
 public:
  MemberFile(mpi::CommunicatorView comm, NewCheckpoint::File file, CheckpointInfo::Member member,
             CheckpointInfo& info)
      : comm_(comm), file_(std::move(file)), member_(std::move(member)), info_(&info) {
    mpi::together(comm, [&] {
      if (comm.rank() != 0) return;
      fd_ = create_file(file_);
      reserve(fd_.native(), member_.bytes, file_.name);
    });
    mpi::together(comm, [&] {
      if (comm.rank() != 0) fd_ = open_created(file_.path, file_.name, comm);
    });
  }

  void write(Index offset, const void* data, Index bytes) override {
    write_all(fd_.native(), offset, data, bytes, file_.name);
    behind_.wrote(fd_.native(), offset, bytes);
    const char* from = static_cast<const char*>(data);
    const Index last = offset + bytes;
    for (Index at = offset; at < last;) {
      const Index chunk = at / checkpoint_chunk_bytes;
      const Index chunk_end = std::min(member_.bytes, (chunk + 1) * checkpoint_chunk_bytes);
      const Index end = std::min(last, chunk_end);
      member_.checksums[static_cast<std::size_t>(chunk)] ^=
          crc32_combined(crc32(from, end - at), 0, chunk_end - end);
      from += end - at;
      at = end;
    }
  }

  /// Flushes the file and combines the checksums. The folder renames it.
  void commit() override {
    mpi::together(comm_, [&] { flush(fd_.native(), file_.name); });
    mpi::all_reduce(comm_, std::span(member_.checksums), MPI_BXOR);
    fd_.close();
    info_->members.push_back(std::move(member_));
  }

 private:
  mpi::CommunicatorView comm_;
  NewCheckpoint::File file_;
  CheckpointInfo::Member member_;  // checksums: contributions of this rank's bytes until commit
  CheckpointInfo* info_;
  FileDescriptor fd_;
  WriteBehind behind_;
};

}  // namespace

CheckpointInfo new_checkpoint_info(mpi::CommunicatorView comm,
                                   const std::map<std::string, std::string>& notes) {
  return {.members = {},
          .notes = notes,
          .library = concat("ashlar ", version()),
          .time = time_now(),
          .ranks = comm.size()};
}

NewCheckpoint::NewCheckpoint(mpi::CommunicatorView comm, const std::string& path,
                             CheckpointInfo info)
    : comm_(comm), path_(path), info_(std::move(info)) {
  mpi::together(comm, [&] {
    if (comm.rank() != 0) return;
    // Links and names are resolved without the trailing slash.
    const std::size_t end = path.find_last_not_of('/');
    if (end == std::string::npos) throw file_error(path, "cannot be written: name a new folder");
    target_ = follow_links(path.substr(0, end + 1));
    check_replaceable_folder(target_, path);
    unfinished_ = Temporary(Temporary::Kind::Folder, target_, path);
  });
  place_ = mpi::broadcast_text(comm, unfinished_.path(), 0);
}

NewCheckpoint::File NewCheckpoint::listed(const std::string& name) {
  File file{(fs::path(place_) / name).string(), (fs::path(path_) / name).string()};
  if (comm_.rank() == 0) files_.emplace_back(file.path);
  return file;
}

std::unique_ptr<FileWriter> NewCheckpoint::add(const std::string& name, const NewMatrix& matrix) {
  std::string head = npy_head(matrix);
  CheckpointInfo::Member member{
      .name = name,
      .file = name + ".npy",
      .dtype = matrix.dtype,
      .order = matrix.order,
      .layout = matrix.style.layout ? *matrix.style.layout
                                    : file_layout(matrix.shape, matrix.order, comm_.size()),
      .bytes = std::ssize(head) +
               matrix.shape.rows * matrix.shape.cols * static_cast<Index>(size_of(matrix.dtype)),
      .chunk_bytes = checkpoint_chunk_bytes};
  member.checksums.resize(static_cast<std::size_t>(chunk_count(member)));
  const File file = listed(member.file);
  return std::make_unique<ArrayWriter>(
      comm_, file.name, matrix, std::move(head),
      std::make_unique<MemberFile>(comm_, file, std::move(member), info_));
}

void NewCheckpoint::commit() {
  mpi::together(comm_, [&] {
    if (comm_.rank() != 0) return;
    const std::string text = detail::format_checkpoint_json(info_);
    const File file = listed(checkpoint_json_name);
    const FileDescriptor fd = create_file(file);
    write_all(fd.native(), 0, text.data(), std::ssize(text), file.name);
    flush(fd.native(), file.name);
  });
  mpi::together(comm_, [&] {
    if (comm_.rank() == 0) publish_folder(unfinished_, target_, path_);
  });
}

}  // namespace ashlar::io
