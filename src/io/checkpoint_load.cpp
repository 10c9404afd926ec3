// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>

#include "base/instantiate.hpp"
#include "checkpoint_files.hpp"
#include "compare_checksums.hpp"
#include "file_error.hpp"
#include "matrix/same_operand.hpp"
#include "mpi/collectives.hpp"
#include "read_slab.hpp"

namespace ashlar::io {

namespace {

/// Compares the checksums of the chunks of a section.
/// @throws FileError on all ranks, naming the first damaged chunk
/// @collective
void check_content(mpi::CommunicatorView comm, const std::string& path,
                   const CheckpointMemberInfo& member, Section part) {
  const Range chunks = chunks_of(member, part);
  std::vector<Stretch> stretches;
  for (Index c = chunks.first; c < chunks.last; ++c)
    stretches.push_back({0, chunk_range(member, c), member.checksums[static_cast<std::size_t>(c)]});
  const std::vector<Content> contents = compare_checksums(comm, {path}, stretches);
  for (Index c = chunks.first; c < chunks.last; ++c) {
    const Content content = contents[static_cast<std::size_t>(c - chunks.first)];
    if (content == Content::Unreadable) throw file_error(path, "cannot be read by some rank");
    if (content == Content::Changed) throw file_error(path, damage_of_chunk(member, c).reason);
  }
}

}  // namespace

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

namespace detail {

template <Element T>
DistMatrix<T> load_member(const std::string& path, const std::string& name,
                          mpi::CommunicatorView comm, const LayoutFor& layout_for,
                          const CheckpointLoadOptions& options) {
  const mpi::CollectiveCall call(
      comm, "load_checkpoint", mpi::same("the path", path), mpi::same("the name", name),
      mpi::same("the element type", dtype_of<T>()), mpi::same("the storage order", options.order),
      mpi::same("the section", options.section), mpi::same("the checking", options.checked));
  const CheckpointInfo info = read_checkpoint_info(comm, path);
  const CheckpointMemberInfo& member = member_of(info, name, path);
  const std::string file = member_path(path, member);
  const Section part = part_of_file(options.section, {.shape = member.layout.shape()}, file);
  mpi::together(comm, [&] {
    if (comm.rank() == 0) check_member_header(file, member);
  });
  if (options.checked) check_content(comm, file, member, part);
  return load_matrix<T>(file, comm, layout_for, Conversion::Refused,
                        {.order = options.order, .section = part, .file = {.format = "npy"}});
}

#define ASHLAR_INSTANTIATE(T)                                                 \
  template DistMatrix<T> load_member(const std::string&, const std::string&,  \
                                     mpi::CommunicatorView, const LayoutFor&, \
                                     const CheckpointLoadOptions&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace detail

}  // namespace ashlar::io
