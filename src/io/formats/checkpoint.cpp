// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>

#include "io/checkpoint_files.hpp"
#include "io/file_error.hpp"
#include "io/formats/array_reader.hpp"
#include "io/formats/formats.hpp"
#include "io/json_fields.hpp"
#include "io/new_checkpoint.hpp"
#include "io/posix_file.hpp"
#include "matrix/same_operand.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::io {
namespace {

std::unique_ptr<FileReader> open_checkpoint(const std::string& path, const FileHints&) {
  const FilePath named = split_path(path);
  const CheckpointInfo info = read_checkpoint_info(named.file);
  const CheckpointInfo::Member& member = named_member(info, named);
  const std::string file = member_path(named.file, member);
  check_member_header(file, member);
  return open_npy_in(std::make_unique<InputFile>(file), "checkpoint", member.layout);
}

/// Writer of a checkpoint with one matrix.
class CheckpointWriter final : public FileWriter {
 public:
  CheckpointWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix)
      : checkpoint_(comm, path, new_checkpoint_info(comm, {})),
        matrix_(checkpoint_.add("matrix", matrix)) {}

  void write(const Lines& lines) override { matrix_->write(lines); }

  void commit() override {
    matrix_->commit();
    checkpoint_.commit();
  }

 private:
  NewCheckpoint checkpoint_;
  std::unique_ptr<FileWriter> matrix_;
};

std::unique_ptr<FileWriter> create_checkpoint(mpi::CommunicatorView comm, const std::string& path,
                                              const NewMatrix& matrix) {
  return std::make_unique<CheckpointWriter>(comm, path, matrix);
}

}  // namespace

const CheckpointInfo::Member& named_member(const CheckpointInfo& info, const FilePath& path) {
  if (!path.inside.empty()) return detail::member_of(info, path.inside, path.file);
  if (info.members.size() == 1) return info.members.front();
  throw file_error(path.file, "is a checkpoint of ",
                   ashlar::detail::counted(info.members.size(), "matrix", "matrices"),
                   ": name one, as in step100:A; ashlar info lists them");
}

CheckpointInfo read_checkpoint_info(const std::string& path) {
  const std::string file = checkpoint_json_path(path);
  return detail::parse_checkpoint_json(read_json_text(file, largest_checkpoint_json), file);
}

CheckpointInfo read_checkpoint_info(mpi::CommunicatorView comm, const std::string& path) {
  const mpi::CollectiveCall call(comm, "read_checkpoint_info", mpi::same("the path", path));
  const std::string file = checkpoint_json_path(path);
  std::string text = mpi::together(comm, [&] {
    return comm.rank() == 0 ? read_json_text(file, largest_checkpoint_json) : std::string();
  });
  text = mpi::broadcast_text(comm, std::move(text), 0);
  return detail::parse_checkpoint_json(text, file);
}

void check_checkpoint(mpi::CommunicatorView comm, const std::string& path, Section part) {
  const FilePath named = split_path(path);
  const CheckpointInfo info = read_checkpoint_info(comm, named.file);
  const CheckpointInfo::Member& member = named_member(info, named);
  const std::string file = member_path(named.file, member);
  const Range chunks = chunks_of(member, part);
  std::vector<Stretch> stretches;
  for (Index c = chunks.first; c < chunks.last; ++c)
    stretches.push_back({0, chunk_range(member, c), member.checksums[static_cast<std::size_t>(c)]});
  const std::vector<Content> contents = compare_checksums(comm, {file}, stretches);
  for (Index c = chunks.first; c < chunks.last; ++c) {
    const Content content = contents[static_cast<std::size_t>(c - chunks.first)];
    if (content == Content::Unreadable) throw file_error(file, "cannot be read by some rank");
    if (content == Content::Changed) throw file_error(file, damage_of_chunk(member, c).reason);
  }
}

const FormatTraits& checkpoint_format() {
  static const FormatTraits format{.name = "checkpoint",
                                   .endings = {},
                                   .title = "matrix of a checkpoint, FOLDER:NAME",
                                   .has_byte_order = false,
                                   .recognises_folder = is_checkpoint,
                                   .open = open_checkpoint,
                                   .create = create_checkpoint,
                                   .check = check_checkpoint};
  return format;
}

}  // namespace ashlar::io
