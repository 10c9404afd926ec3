// SPDX-License-Identifier: BSD-3-Clause
#include <set>
#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/io/checkpoint.hpp>

#include "checkpoint_files.hpp"
#include "file_error.hpp"
#include "move/engine/plan_checks.hpp"
#include "move/front/same_move.hpp"
#include "new_checkpoint.hpp"
#include "new_file.hpp"

namespace ashlar::io {
namespace {

void check_members(const std::vector<CheckpointMember>& members) {
  std::set<std::string> names;
  for (const CheckpointMember& member : members) {
    const std::string fault = name_fault(member.name());
    expect(fault.empty(), "save_checkpoint: the matrix ", in_quotes(member.name()),
           " cannot have this name: it ", fault);
    expect(names.insert(member.name()).second, "save_checkpoint: two matrices are called ",
           in_quotes(member.name()));
    expect(ashlar::detail::same_ranks(member.matrix().comm, members.front().matrix().comm),
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
    text += concat(text.empty() ? "" : ", ", member.name(), ": ", same_text(member.matrix()),
                   " in ", to_string(member.order()), " order");
  return text;
}

std::string text_of(const std::map<std::string, std::string>& notes) {
  std::string text;
  for (const auto& [key, value] : notes) text += concat(text.empty() ? "" : ", ", key, ": ", value);
  return text;
}

void save_member(const CheckpointMember& member, NewCheckpoint& checkpoint) {
  const ashlar::detail::Operand& a = member.matrix();
  const NewMatrix matrix{.dtype = *a.element.dtype(),
                         .shape = a.section.shape(),
                         .order = member.order(),
                         .style = {.layout = recorded_layout(a, member.order())}};
  NewFile new_file(checkpoint.add(member.name(), matrix), matrix, a.comm.size());
  write_in_panels(a, new_file);
  new_file.commit();
}

}  // namespace

void save_checkpoint(const std::string& path, const std::vector<CheckpointMember>& members,
                     const std::map<std::string, std::string>& notes) {
  expect(!members.empty(), "save_checkpoint: there is no matrix to save");
  const mpi::CommunicatorView comm = members.front().matrix().comm;
  const std::string all = text_of(members), noted = text_of(notes);
  const mpi::CollectiveCall call(comm, "save_checkpoint", mpi::same("the path", path),
                                 mpi::same("the matrices", all), mpi::same("the notes", noted));
  check_members(members);
  const CheckpointInfo info = new_checkpoint_info(comm, notes);
  check_texts(info, members);
  NewCheckpoint checkpoint(comm, path, info);
  for (const CheckpointMember& member : members) save_member(member, checkpoint);
  checkpoint.commit();
}

}  // namespace ashlar::io
