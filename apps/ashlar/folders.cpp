// SPDX-License-Identifier: BSD-3-Clause
#include "folders.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/io/verify.hpp>

#include "report.hpp"

namespace ashlar::apps {
namespace {

Json as_json(const std::string& path, const io::CheckpointInfo& info) {
  Json members = Json::array();
  for (const io::CheckpointMemberInfo& member : info.members)
    members.push_back({{"name", member.name},
                       {"file", member.file},
                       {"shape", to_json(member.layout.shape())},
                       {"dtype", to_string(member.dtype)},
                       {"order", to_string(member.order)},
                       {"bytes", member.bytes},
                       {"layout", to_json(member.layout)}});
  return {{"file", path},      {"format", "checkpoint"}, {"library", info.library},
          {"time", info.time}, {"ranks", info.ranks},    {"notes", Json(info.notes)},
          {"members", members}};
}

std::string as_text(const std::string& path, const io::CheckpointInfo& info) {
  std::string text =
      fmt::format("{}: checkpoint of {} {}, written {} by {} on {} {}", path, info.members.size(),
                  info.members.size() == 1 ? "matrix" : "matrices", info.time, info.library,
                  info.ranks, info.ranks == 1 ? "rank" : "ranks");
  std::size_t widest = 0;
  for (const io::CheckpointMemberInfo& member : info.members)
    widest = std::max(widest, member.name.size());
  for (const io::CheckpointMemberInfo& member : info.members)
    text += fmt::format("\n{:<{}}  {}, distributed in {}x{} blocks over a {}x{} grid", member.name,
                        widest, describe(member.layout.shape(), member.dtype),
                        member.layout.block().rows, member.layout.block().cols,
                        member.layout.grid().rows, member.layout.grid().cols);
  for (const auto& [key, value] : info.notes) text += fmt::format("\nnote {}: {}", key, value);
  return text;
}

}  // namespace

void print_checkpoint(const std::string& path, bool json) {
  const io::CheckpointInfo info = io::read_checkpoint_info(path);
  if (json) print(as_json(path, info));
  else print(as_text(path, info));
}

void check_pieces(const std::string& path, const io::FileInfo& info) {
  if (!info.pieces) return;
  const std::vector<io::Damage> damages = io::check_pieces(path);
  if (damages.empty()) return;
  const std::size_t more = damages.size() - 1;
  throw FileError(
      damages.front().file,
      damages.front().reason +
          (more > 0 ? fmt::format("; {} more: ashlar verify lists them", more) : std::string()));
}

}  // namespace ashlar::apps
