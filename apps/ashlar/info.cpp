// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ashlar/io/checkpoint.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/layout/drawing.hpp>

#include "commands.hpp"
#include "file_options.hpp"
#include "report.hpp"
#include "standard_input.hpp"

namespace ashlar::apps {
namespace {

Json as_json(const std::string& path, const io::CheckpointInfo& info) {
  Json members = Json::array();
  for (const io::CheckpointInfo::Member& member : info.members)
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
  for (const io::CheckpointInfo::Member& member : info.members)
    widest = std::max(widest, member.name.size());
  for (const io::CheckpointInfo::Member& member : info.members)
    text += fmt::format("\n{:<{}}  {}, distributed in {}x{} blocks over a {}x{} grid", member.name,
                        widest, describe(member.layout.shape(), member.dtype),
                        member.layout.block().rows, member.layout.block().cols,
                        member.layout.grid().rows, member.layout.grid().cols);
  for (const auto& [key, value] : info.notes) text += fmt::format("\nnote {}: {}", key, value);
  return text;
}

struct InfoArguments {
  std::string file;
  io::FileHints hints;
  bool json = false;
};

Json as_json(const std::string& file, const io::FileInfo& info) {
  Json json = {{"file", file},
               {"format", info.format},
               {"shape", to_json(info.shape)},
               {"dtype", to_string(info.dtype)},
               {"stored_as", info.stored_as.empty() ? to_string(info.dtype) : info.stored_as},
               {"order", to_string(info.order)},
               {"dimensions", info.dimensions},
               {"sizes", info.sizes()},
               {"swapped", info.swapped},
               {"bytes", info.bytes}};
  if (info.layout) json["layout"] = to_json(*info.layout);
  if (!info.names.empty()) json["names"] = info.names;
  return json;
}

std::string as_text(const std::string& file, const io::FileInfo& info) {
  const char* kind = info.dimensions > 2    ? "array"
                     : info.dimensions == 2 ? "matrix"
                     : info.dimensions == 1 ? "vector"
                                            : "number";
  const std::string what = info.dimensions > 2 ? fmt::format("{} {}", fmt::join(info.extents, "x"),
                                                             to_string(info.dtype))
                                               : describe(info.shape, info.dtype);
  std::string text =
      fmt::format("{}: {} {} in {} order{}{}, {}, {} bytes", file, what, kind,
                  to_string(info.order),
                  info.stored_as.empty() ? "" : ", stored as " + info.stored_as,
                  info.swapped ? ", bytes swapped" : "", info.format, info.bytes) +
      (info.names.empty() ? "" : fmt::format(", columns {}", fmt::join(info.names, ", ")));
  if (info.layout) text += "\n" + draw(*info.layout, {.map = false});
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

void run_info(const InfoArguments& options) {
  const auto print_any = [&](const auto& info) {
    if (options.json) print(as_json(options.file, info));
    else print(as_text(options.file, info));
  };
  if (io::is_checkpoint(options.file)) print_any(io::read_checkpoint_info(options.file));
  else print_any(io::read_info(options.file, options.hints));
}

}  // namespace

Command info_command(CLI::App& parent) {
  auto options = std::make_shared<InfoArguments>();
  CLI::App* app = parent.add_subcommand("info", "Describe a matrix file or a checkpoint");
  app->add_option("FILE", options->file, "matrix file, or checkpoint; - for standard input")
      ->required();
  add_input(options->file);
  add_file_hints(*app, options->hints);
  app->add_flag("--json", options->json, "print JSON");
  app->footer("Example:\n  ashlar info A.npy");
  return {app, {}, [options] { run_info(*options); }};
}

}  // namespace ashlar::apps
