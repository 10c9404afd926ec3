// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>

#include "checkpoint_files.hpp"
#include "file_error.hpp"
#include "mpi/collectives.hpp"
#include "posix_file.hpp"

namespace ashlar::io {
namespace {

/// Damage with an error's message, without its path.
Damage damage_of(const std::string& path, const FileError& error) {
  const std::string message = error.what(), head = path + ": ";
  return {.file = path,
          .reason = message.starts_with(head) ? message.substr(head.size()) : message};
}

/// Results of rank 0's checks, which do not read elements.
struct Look {
  std::vector<Damage> damages = {};
  std::vector<std::uint8_t> is_readable = {};  // per member: present, with its recorded size
};

Look look_at(const std::string& folder, const CheckpointInfo& info) {
  Look look;
  for (const CheckpointInfo::Member& member : info.members) {
    const std::string path = member_path(folder, member);
    bool is_readable = false;
    try {
      if (!std::filesystem::exists(std::filesystem::symlink_status(path)))
        throw file_error(path, "is missing");
      is_readable = InputFile(path).size() == member.bytes;
      check_member_header(path, member);
    } catch (const FileError& error) {
      look.damages.push_back(damage_of(path, error));
    } catch (const std::filesystem::filesystem_error& error) {
      look.damages.push_back(
          {.file = path, .reason = "cannot be examined: " + error.code().message()});
    }
    look.is_readable.push_back(is_readable ? 1 : 0);
  }
  std::set<std::string> known = {checkpoint_json_name};
  for (const CheckpointInfo::Member& member : info.members) known.insert(member.file);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (const std::string name = entry.path().filename().string(); !known.contains(name))
      look.damages.push_back(
          {.file = folder,
           .reason = concat("has a file ", in_quotes(name), " that is none of the checkpoint")});
  return look;
}

/// Broadcasts rank 0's damages as text with zero bytes as separators.
/// @collective
std::vector<Damage> broadcast_damages(mpi::CommunicatorView comm,
                                      const std::vector<Damage>& damages) {
  std::string text;
  for (const Damage& damage : damages) text += damage.file + '\0' + damage.reason + '\0';
  text = mpi::broadcast_text(comm, std::move(text), 0);
  std::vector<Damage> result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t middle = text.find('\0', at), end = text.find('\0', middle + 1);
    result.push_back({.file = text.substr(at, middle - at),
                      .reason = text.substr(middle + 1, end - middle - 1)});
    at = end + 1;
  }
  return result;
}

}  // namespace

Verification verify_checkpoint(mpi::CommunicatorView comm, const std::string& path, bool content) {
  const CheckpointInfo info = read_checkpoint_info(comm, path);
  Look look = mpi::together(comm, [&] { return comm.rank() == 0 ? look_at(path, info) : Look{}; });
  look.is_readable.resize(info.members.size());
  mpi::broadcast(comm, std::span(look.is_readable), 0);
  Verification found{.format = "checkpoint",
                     .files = std::ssize(info.members),
                     .damages = broadcast_damages(comm, look.damages)};
  if (!content) return found;
  std::vector<std::string> paths;
  std::vector<Stretch> stretches;
  std::vector<Index> chunks;
  for (std::size_t k = 0; k < info.members.size(); ++k) {
    const CheckpointInfo::Member& member = info.members[k];
    paths.push_back(member_path(path, member));
    if (look.is_readable[k] == 0) continue;
    for (Index c = 0; c < chunk_count(member); ++c) {
      chunks.push_back(c);
      stretches.push_back(
          {k, chunk_range(member, c), member.checksums[static_cast<std::size_t>(c)]});
    }
  }
  const std::vector<Content> contents = compare_checksums(comm, paths, stretches);
  found.checksums = std::ssize(stretches);
  for (std::size_t k = 0; k < contents.size(); ++k) {
    const std::size_t file = stretches[k].file;
    found.bytes += stretches[k].bytes.size();
    if (contents[k] == Content::Same) continue;
    Damage damage = damage_of_chunk(info.members[file], chunks[k]);
    damage.file = paths[file];
    if (contents[k] == Content::Unreadable) damage.reason = "cannot be read";
    found.damages.push_back(std::move(damage));
  }
  return found;
}

}  // namespace ashlar::io
