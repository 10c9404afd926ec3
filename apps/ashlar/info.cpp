// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ashlar/io/checkpoint.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/layout/drawing.hpp>

#include "commands.hpp"
#include "file_options.hpp"
#include "folders.hpp"
#include "report.hpp"
#include "standard_input.hpp"

namespace ashlar::apps {
namespace {

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
  if (info.pieces) json["layout"] = to_json(*info.pieces);
  if (!info.names.empty()) json["names"] = info.names;
  return json;
}

std::string as_text(const std::string& file, const io::FileInfo& info) {
  if (info.pieces)
    return fmt::format("{}: pieces of a {} matrix\n{}", file, describe(info.shape, info.dtype),
                       draw(*info.pieces, {.map = false}));
  const char* kind = info.dimensions > 2    ? "array"
                     : info.dimensions == 2 ? "matrix"
                     : info.dimensions == 1 ? "vector"
                                            : "number";
  const std::string what = info.dimensions > 2 ? fmt::format("{} {}", fmt::join(info.extents, "x"),
                                                             to_string(info.dtype))
                                               : describe(info.shape, info.dtype);
  return fmt::format("{}: {} {} in {} order{}{}, {}, {} bytes", file, what, kind,
                     to_string(info.order),
                     info.stored_as.empty() ? "" : ", stored as " + info.stored_as,
                     info.swapped ? ", bytes swapped" : "", info.format, info.bytes) +
         (info.names.empty() ? "" : fmt::format(", columns {}", fmt::join(info.names, ", ")));
}

void run_info(const InfoArguments& options) {
  if (io::is_checkpoint(options.file)) return print_checkpoint(options.file, options.json);
  const io::FileInfo info = io::read_info(options.file, options.hints);
  check_pieces(options.file, info);
  if (options.json) print(as_json(options.file, info));
  else print(as_text(options.file, info));
}

}  // namespace

Command info_command(CLI::App& parent) {
  auto options = std::make_shared<InfoArguments>();
  CLI::App* app =
      parent.add_subcommand("info", "Describe a matrix file, a folder of pieces or a checkpoint");
  app->add_option("FILE", options->file,
                  "matrix file, folder of pieces, or checkpoint; - for standard input")
      ->required();
  add_input(options->file);
  add_file_hints(*app, options->hints);
  app->add_flag("--json", options->json, "print JSON");
  app->footer("Example:\n  ashlar info A.npy");
  return {app, {}, [options] { run_info(*options); }};
}

}  // namespace ashlar::apps
