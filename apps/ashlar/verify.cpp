// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/verify.hpp>

#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "file_options.hpp"
#include "report.hpp"
#include "standard_input.hpp"

namespace ashlar::apps {
namespace {

struct VerifyArguments {
  std::string path;
  io::FileHints hints;
  bool json = false, quick = false;
};

Json to_json(const io::Damage& damage) {
  Json json = {{"file", damage.file}, {"reason", damage.reason}};
  if (!damage.bytes.empty()) json["bytes"] = {damage.bytes.first, damage.bytes.last};
  if (!damage.part.rows.empty()) {
    json["rows"] = {damage.part.rows.first, damage.part.rows.last};
    json["cols"] = {damage.part.cols.first, damage.part.cols.last};
  }
  return json;
}

Json as_json(const VerifyArguments& options, const io::Verification& found) {
  Json damages = Json::array();
  for (const io::Damage& damage : found.damages) damages.push_back(to_json(damage));
  return {{"path", options.path}, {"format", found.format}, {"sound", found.is_sound()},
          {"files", found.files}, {"bytes", found.bytes},   {"checksums", found.checksums},
          {"damages", damages}};
}

std::string as_text(const VerifyArguments& options, const io::Verification& found) {
  std::string text;
  for (const io::Damage& damage : found.damages)
    text += fmt::format("{}: {}\n", damage.file, damage.reason);
  text += fmt::format("{}: {}, {} {}, {} bytes read", options.path, found.format, found.files,
                      found.files == 1 ? "file" : "files", found.bytes);
  if (found.checksums > 0)
    text += fmt::format(", {} {} compared", found.checksums,
                        found.checksums == 1 ? "checksum" : "checksums");
  else if (!options.quick) text += ", no checksums are recorded";
  return text + (found.is_sound() ? ": sound" : ": damaged");
}

void run_verify(mpi::CommunicatorView world, const VerifyArguments& options) {
  const io::Verification found = io::verify(world, options.path, !options.quick, options.hints);
  if (options.json) print(world, as_json(options, found));
  else print(world, as_text(options, found));
  if (!found.is_sound()) throw EndWithStatus{status_error};
}

}  // namespace

Command verify_command(CLI::App& parent) {
  auto options = std::make_shared<VerifyArguments>();
  CLI::App* app = parent.add_subcommand(
      "verify", "Read a checkpoint or a file, and compare the recorded checksums");
  app->add_option("PATH", options->path, "checkpoint, or matrix file; - for standard input")
      ->required();
  add_input(options->path);
  add_file_hints(*app, options->hints);
  app->add_flag("--quick", options->quick, "look at sizes and headers only");
  app->add_flag("--json", options->json, "print JSON");
  app->footer("Example:\n  mpirun -n 4 ashlar verify step100/");
  return {app, [options](mpi::CommunicatorView world) { run_verify(world, *options); }};
}

}  // namespace ashlar::apps
