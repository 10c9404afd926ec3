// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/base/version.hpp>

#include "commands.hpp"
#include "manual.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

enum class Shell { Bash, Zsh };

std::optional<Shell> parse_shell(const std::string& text) {
  if (text == "bash") return Shell::Bash;
  if (text == "zsh") return Shell::Zsh;
  return std::nullopt;
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw FileError(path.string(), "cannot be written");
}

void write_pages(const std::filesystem::path& folder, const Manual& program) {
  write(folder / "bash-completion/completions" / program.name, bash_completion(program));
  write(folder / "zsh/site-functions" / ("_" + program.name), zsh_completion(program));
  const auto man = folder / "man/man1";
  write(man / (program.name + ".1"), man_page(program, version()));
  for (const Manual& verb : program.verbs)
    write(man / (program.name + "-" + verb.verb + ".1"), man_page(verb, version()));
}

}  // namespace

Command completion_command(CLI::App& parent) {
  auto shell = std::make_shared<Shell>();
  CLI::App* app =
      parent.add_subcommand("completion", "Print the script that completes commands and options");
  add_parsed_option(*app, "SHELL", *shell, "bash|zsh", "the shell that reads it", parse_shell)
      ->required();
  app->footer("Example:\n  source <(ashlar completion bash)");
  const auto run = [shell, &parent] {
    const Manual program = manual_of(parent);
    fmt::print("{}", *shell == Shell::Bash ? bash_completion(program) : zsh_completion(program));
  };
  return {app, {}, run};
}

Command pages_command(CLI::App& parent) {
  auto folder = std::make_shared<std::string>();
  CLI::App* app = parent.add_subcommand("pages", "Write completions and man pages");
  app->group("");
  app->add_option("FOLDER", *folder, "folder for the files that are installed under share/")
      ->required();
  return {app, {}, [folder, &parent] { write_pages(*folder, manual_of(parent)); }};
}

}  // namespace ashlar::apps
