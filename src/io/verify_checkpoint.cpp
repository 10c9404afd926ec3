// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>
#include <set>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>

#include "checkpoint_files.hpp"
#include "in_quotes.hpp"
#include "verify_parts.hpp"

namespace ashlar::io {
namespace {

std::vector<Damage> surplus_of(const std::string& path, const CheckpointInfo& info) {
  std::set<std::string> known = {checkpoint_json_name};
  for (const CheckpointMemberInfo& member : info.members) known.insert(member.file);
  std::vector<Damage> surplus;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(path, ignored))
    if (const std::string name = entry.path().filename().string(); !known.contains(name))
      surplus.push_back(
          {.file = path,
           .reason = concat("has a file ", in_quotes(name), " that is none of the checkpoint")});
  return surplus;
}

struct Chunk {
  const CheckpointMemberInfo* member;
  Index number;
};

}  // namespace

Verification verify_checkpoint(mpi::CommunicatorView comm, const std::string& path, bool content) {
  const CheckpointInfo info = read_checkpoint_info(comm, path);
  Expected expected;
  std::vector<Chunk> chunks;
  for (std::size_t k = 0; k < info.members.size(); ++k) {
    const CheckpointMemberInfo& member = info.members[k];
    expected.files.push_back({member_path(path, member), member.bytes,
                              [&](const std::string& file) { check_member_header(file, member); }});
    for (Index c = 0; c < chunk_count(member); ++c) {
      chunks.push_back({&member, c});
      expected.stretches.push_back(
          {k, chunk_range(member, c), member.checksums[static_cast<std::size_t>(c)]});
    }
  }
  expected.describe = [&](std::size_t k) {
    return damage_of_chunk(*chunks[k].member, chunks[k].number);
  };
  if (comm.rank() == 0) expected.surplus = surplus_of(path, info);
  Verification found = verify_files(comm, expected, content);
  found.format = "checkpoint";
  return found;
}

}  // namespace ashlar::io
