// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <set>
#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/version.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>

#include "checkpoint_files.hpp"
#include "file_error.hpp"
#include "in_quotes.hpp"
#include "matrix/same_operand.hpp"
#include "member_writer.hpp"
#include "new_file.hpp"
#include "new_folder.hpp"
#include "write_panels.hpp"

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

mpi::CommunicatorView comm_of(const CheckpointMember& member) {
  return member.visit([](const auto& a) { return a.comm(); });
}

bool same_ranks(mpi::CommunicatorView a, mpi::CommunicatorView b) {
  int relation = MPI_UNEQUAL;
  mpi::check(MPI_Comm_compare(a.native(), b.native(), &relation), "MPI_Comm_compare");
  return relation == MPI_IDENT || relation == MPI_CONGRUENT;
}

void check_members(const std::vector<CheckpointMember>& members) {
  std::set<std::string> names;
  for (const CheckpointMember& member : members) {
    const std::string fault = name_fault(member.name());
    expect(fault.empty(), "save_checkpoint: the matrix ", in_quotes(member.name()),
           " cannot have this name: it ", fault);
    expect(names.insert(member.name()).second, "save_checkpoint: two matrices are called ",
           in_quotes(member.name()));
    expect(same_ranks(comm_of(member), comm_of(members.front())),
           "save_checkpoint: ", in_quotes(member.name()), " and ",
           in_quotes(members.front().name()), " are over different ranks");
  }
}

/// Checks names and notes before files are written.
void check_texts(CheckpointInfo info, const std::vector<CheckpointMember>& members) {
  for (const CheckpointMember& member : members) info.members.push_back({.name = member.name()});
  detail::format_checkpoint_json(info);
}

/// Text of all members for [same] comparison.
std::string text_of(const std::vector<CheckpointMember>& members) {
  std::string text;
  for (const CheckpointMember& member : members)
    text += concat(text.empty() ? "" : ", ", member.name(), ": ",
                   member.visit([](const auto& a) { return same_text(a); }), " in ",
                   to_string(member.order()), " order");
  return text;
}

std::string text_of(const std::map<std::string, std::string>& notes) {
  std::string text;
  for (const auto& [key, value] : notes) text += concat(text.empty() ? "" : ", ", key, ": ", value);
  return text;
}

/// Old checkpoint: checkpoint.json and the files that it lists.
Replaceable old_checkpoint(const std::string& target) {
  std::set<std::string> files = {checkpoint_json_name};
  if (is_checkpoint(target))
    for (const CheckpointMemberInfo& member : read_checkpoint_info(target).members)
      files.insert(member.file);
  return {checkpoint_json_name,
          [files = std::move(files)](const std::string& name) { return files.contains(name); },
          "a checkpoint"};
}

CheckpointMemberInfo save_member(const CheckpointMember& member, const NewFolder& folder) {
  return member.visit([&](const auto& a) -> CheckpointMemberInfo {
    const std::string file = member.name() + ".npy";
    const NewMatrix matrix{
        .dtype = member.dtype(), .shape = a.shape(), .order = member.order(), .style = {}};
    auto owned = std::make_unique<MemberWriter>(a.comm(), folder.file(file), matrix);
    const MemberWriter& writer = *owned;
    NewFile new_file(std::move(owned), matrix, a.comm().size());
    write_in_panels(a, new_file);
    new_file.commit();
    return {.name = member.name(),
            .file = file,
            .dtype = member.dtype(),
            .order = member.order(),
            .layout = a.layout(),
            .bytes = writer.bytes(),
            .chunk_bytes = checkpoint_chunk_bytes,
            .checksums = writer.checksums()};
  });
}

}  // namespace

void save_checkpoint(const std::string& path, const std::vector<CheckpointMember>& members,
                     const CheckpointOptions& options) {
  expect(!members.empty(), "save_checkpoint: there is no matrix to save");
  const mpi::CommunicatorView comm = comm_of(members.front());
  const std::string all = text_of(members), notes = text_of(options.notes);
  const mpi::CollectiveCall call(comm, "save_checkpoint", mpi::same("the path", path),
                                 mpi::same("the matrices", all), mpi::same("the notes", notes));
  check_members(members);
  CheckpointInfo info{.members = {},
                      .notes = options.notes,
                      .library = concat("ashlar ", version()),
                      .time = time_now(),
                      .ranks = comm.size()};
  check_texts(info, members);
  NewFolder folder(comm, path, old_checkpoint);
  for (const CheckpointMember& member : members)
    info.members.push_back(save_member(member, folder));
  mpi::together(comm, [&] {
    if (comm.rank() == 0)
      create_file(folder.file(checkpoint_json_name), detail::format_checkpoint_json(info));
  });
  folder.commit();
}

}  // namespace ashlar::io
