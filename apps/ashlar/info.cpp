// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <fmt/format.h>

#include <ashlar/io/files.hpp>
#include <ashlar/layout/drawing.hpp>

#include "commands.hpp"
#include "report.hpp"

namespace ashlar::apps {
namespace {

struct Options {
  std::string file;
  bool json = false;
};

Json as_json(const std::string& file, const io::FileInfo& info) {
  Json json = {{"file", file},
               {"kind", info.pieces ? "pieces" : "npy"},
               {"shape", to_json(info.shape)},
               {"dtype", to_string(info.dtype)},
               {"order", to_string(info.order)},
               {"dimensions", info.dimensions},
               {"swapped", info.swapped},
               {"bytes", info.bytes}};
  if (info.pieces) json["layout"] = to_json(*info.pieces);
  return json;
}

std::string as_text(const std::string& file, const io::FileInfo& info) {
  if (info.pieces)
    return fmt::format("{}: pieces of a {} matrix\n{}", file, describe(info.shape, info.dtype),
                       draw(*info.pieces, {.map = false}));
  const char* kind = info.dimensions == 2 ? "matrix" : info.dimensions == 1 ? "vector" : "number";
  return fmt::format("{}: {} {} in {} order{}, {} bytes", file, describe(info.shape, info.dtype),
                     kind, to_string(info.order), info.swapped ? ", bytes swapped" : "",
                     info.bytes);
}

void run(mpi::CommunicatorView world, const Options& options) {
  const io::FileInfo info = io::read_info(world, options.file);
  if (options.json) print(world, as_json(options.file, info));
  else print(world, as_text(options.file, info));
}

}  // namespace

Command info_command(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  CLI::App* app = parent.add_subcommand("info", "Say what a .npy file or a folder of pieces holds");
  app->add_option("FILE", options->file, ".npy file, or folder of pieces")->required();
  app->add_flag("--json", options->json, "print JSON");
  app->footer("Example:\n  ashlar info A.npy");
  return {app, [options](mpi::CommunicatorView world) { run(world, *options); }};
}

}  // namespace ashlar::apps
