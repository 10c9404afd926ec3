// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>

#include "checkpoint_files.hpp"
#include "compare_checksums.hpp"
#include "file_error.hpp"
#include "formats/formats.hpp"
#include "matrix/same_operand.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::io {

CheckpointInfo read_checkpoint_info(const std::string& path) {
  return detail::parse_checkpoint_json(read_checkpoint_text(path), checkpoint_json_path(path));
}

CheckpointInfo read_checkpoint_info(mpi::CommunicatorView comm, const std::string& path) {
  const mpi::CollectiveCall call(comm, "read_checkpoint_info", mpi::same("the path", path));
  std::string text = mpi::together(
      comm, [&] { return comm.rank() == 0 ? read_checkpoint_text(path) : std::string(); });
  text = mpi::broadcast_text(comm, std::move(text), 0);
  return detail::parse_checkpoint_json(text, checkpoint_json_path(path));
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

}  // namespace ashlar::io
