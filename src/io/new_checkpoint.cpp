// SPDX-License-Identifier: BSD-3-Clause
#include "new_checkpoint.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <set>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/version.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>

#include "checkpoint_files.hpp"
#include "crc32.hpp"
#include "formats/array_writer.hpp"
#include "formats/packed_lines.hpp"
#include "mpi/collectives.hpp"
#include "temporary.hpp"

namespace ashlar::io {
namespace {

/// Current time in UTC: "2026-11-23T08:15:00Z".
std::string time_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::string text(32, '\0');
  text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc));
  return text;
}

/// Old checkpoint: checkpoint.json and the files that it lists.
Replaceable old_checkpoint(const std::string& target) {
  std::set<std::string> files = {checkpoint_json_name};
  if (is_checkpoint(target))
    for (const CheckpointInfo::Member& member : read_checkpoint_info(target).members)
      files.insert(member.file);
  return {checkpoint_json_name,
          [files = std::move(files)](const std::string& name) { return files.contains(name); },
          "a checkpoint"};
}

/// Writer of a .npy file with a checksum per chunk.
class MemberWriter final : public FileWriter {
 public:
  MemberWriter(mpi::CommunicatorView comm, NewFolder::File file, const NewMatrix& matrix,
               CheckpointInfo::Member member, CheckpointInfo& info)
      : comm_(comm),
        file_(std::move(file)),
        matrix_(matrix),
        head_(npy_head(matrix)),
        member_(std::move(member)),
        info_(&info) {
    const Index elements = matrix.shape.rows * matrix.shape.cols;
    member_.bytes =
        static_cast<Index>(head_.size()) + elements * static_cast<Index>(size_of(matrix.dtype));
    member_.chunk_bytes = checkpoint_chunk_bytes;
    member_.checksums.resize(static_cast<std::size_t>(chunk_count(member_)));
    mpi::together(comm, [&] {
      if (comm.rank() != 0) return;
      fd_ = create_file(file_);
      reserve(fd_.native(), member_.bytes, file_.name);
    });
    mpi::together(comm, [&] {
      if (comm.rank() != 0) fd_ = open_created(file_.path, file_.name, comm);
    });
  }

  void write(const Lines& lines) override {
    mpi::together(comm_, [&] {
      const auto head_bytes = static_cast<Index>(head_.size());
      if (comm_.rank() == 0 && !std::exchange(head_is_written_, true))
        write_part(0, head_.data(), head_bytes);
      const Index length = line_length(matrix_.shape, matrix_.order);
      const Index width = static_cast<Index>(size_of(matrix_.dtype));
      for_packed_lines(lines, length, width, [&](Range some, const void* data) {
        write_part(head_bytes + some.first * length * width, data, some.size() * length * width);
      });
    });
  }

  /// Flushes the file and combines the checksums. The folder renames it.
  void commit() override {
    mpi::together(comm_, [&] { flush(fd_.native(), file_.name); });
    mpi::all_reduce(comm_, std::span(member_.checksums), MPI_BXOR);
    fd_.close();
    info_->members.push_back(std::move(member_));
  }

 private:
  void write_part(Index offset, const void* data, Index bytes) {
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

  mpi::CommunicatorView comm_;
  NewFolder::File file_;
  NewMatrix matrix_;
  std::string head_;
  CheckpointInfo::Member member_;  // checksums: contributions of this rank's bytes until commit
  CheckpointInfo* info_;
  FileDescriptor fd_;
  WriteBehind behind_;
  bool head_is_written_ = false;
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
    : comm_(comm), folder_(comm, path, old_checkpoint), info_(std::move(info)) {}

NewFolder::File NewCheckpoint::listed(const std::string& name) {
  NewFolder::File file = folder_.file(name);
  if (comm_.rank() == 0) files_.emplace_back(file.path);
  return file;
}

std::unique_ptr<FileWriter> NewCheckpoint::add(const std::string& name, const NewMatrix& matrix) {
  const std::string file = name + ".npy";
  const Layout& layout = matrix.style.layout
                             ? *matrix.style.layout
                             : file_layout(matrix.shape, matrix.order, comm_.size());
  return std::make_unique<MemberWriter>(comm_, listed(file), matrix,
                                        CheckpointInfo::Member{.name = name,
                                                               .file = file,
                                                               .dtype = matrix.dtype,
                                                               .order = matrix.order,
                                                               .layout = layout},
                                        info_);
}

void NewCheckpoint::commit() {
  mpi::together(comm_, [&] {
    if (comm_.rank() == 0)
      create_file(listed(checkpoint_json_name), detail::format_checkpoint_json(info_));
  });
  folder_.commit();
}

}  // namespace ashlar::io
