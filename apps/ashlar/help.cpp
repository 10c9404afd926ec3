// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "manual.hpp"
#include "support/suggest.hpp"

namespace ashlar::apps {

Command help_command(CLI::App& parent) {
  auto about = std::make_shared<std::string>();
  CLI::App* app = parent.add_subcommand("help", "Explain a command");
  app->add_option("COMMAND", *about, "command to explain; all commands if not given")
      ->check([&parent](const std::string& name) {
        const auto verbs = verb_names(manual_of(parent));
        if (std::ranges::find(verbs, name) != verbs.end()) return std::string();
        return "'" + name + "' is not a command" + did_you_mean(name, verbs);
      });
  app->footer("Example:\n  ashlar help convert");
  const auto run = [about, &parent] {
    const CLI::App* asked = about->empty() ? &parent : parent.get_subcommand(*about);
    // CLI::App::help would print the help of the command "help".
    const std::string name = about->empty() ? "ashlar" : "ashlar " + *about;
    fmt::print("{}", asked->get_formatter()->make_help(asked, name, CLI::AppFormatMode::Normal));
  };
  return {app, {}, run};
}

}  // namespace ashlar::apps
