// SPDX-License-Identifier: BSD-3-Clause
#include "command.hpp"

#include <algorithm>
#include <array>

#include <ashlar/base/progress.hpp>

#include "commands.hpp"
#include "progress_line.hpp"
#include "standard_input.hpp"
#include "support/arguments.hpp"
#include "support/launcher.hpp"
#include "version.hpp"

namespace ashlar::apps {
namespace {

/// Adds the common flags to a verb that does not define them itself.
void add_common_flags(CLI::App& app) {
  constexpr std::pair<const char*, const char*> flags[] = {
      {"--json", "print a failure as JSON"},
      {"--quiet", "print results only"},
      {"--verbose", "print more, including progress"},
      {"--progress", "print the progress of long steps, also where stderr is not a terminal"}};
  for (const auto& [name, meaning] : flags)
    if (app.get_option_no_throw(name) == nullptr) app.add_flag(name, meaning);
}

void warn_of_variables() {
  for (const std::string& sentence : unknown_variables()) warn(sentence);
}

Task task_of(const Command& command) {
  if (command.app->count("--progress") > 0 || command.app->count("--verbose") > 0)
    show_progress_everywhere();
  Task task{.failed = command.failed};
  if (command.run_alone)
    task.alone = [&command] {
      warn_of_variables();
      run_with_input(command.run_alone);
    };
  else
    task.on_ranks = [&command](mpi::CommunicatorView world) {
      if (world.rank() == 0) warn_of_variables();
      run_with_input(world, [&] { command.run(world); });
    };
  return task;
}

}  // namespace

int run_command(int argc, char** argv) {
  forget_inputs();
  CLI::App app(
      "Dense matrices in files and over MPI ranks: look, lay out, convert, solve, decompose.",
      "ashlar");
  const std::vector<std::string> arguments(argv + std::min(1, argc), argv + argc);
  app.set_version_flag(
      "--version", [&] { return has_flag(arguments, "--json") ? version_json() : version_text(); },
      "Print versions and exit");
  app.require_subcommand(1);
  app.footer(
      "ashlar COMMAND --help explains a command and shows an example. Alone it runs on one rank, "
      "under\n"
      "\"mpirun -n P ashlar ...\" on P; \"ashlar-run -n P ...\" starts mpirun with container "
      "settings.\n"
      "--json, --quiet, --verbose and --progress may stand before COMMAND. Status: 0 done, 1 "
      "failed,\n"
      "2 not understood (compare: as diff).");
  const std::array commands = {
      info_command(app),     layout_command(app),     plan_command(app),    convert_command(app),
      show_command(app),     stats_command(app),      compare_command(app), verify_command(app),
      generate_command(app), solve_command(app),      lstsq_command(app),   eig_command(app),
      svd_command(app),      norm_command(app),       cond_command(app),    inv_command(app),
      gemm_command(app),     selftest_command(app),   tune_command(app),    blas_trial_command(app),
      help_command(app),     completion_command(app), pages_command(app)};
  for (const Command& command : commands) add_common_flags(*command.app);
  return run_verbs(app, argc, argv, [&] {
    return task_of(*std::ranges::find_if(
        commands, [](const Command& command) { return command.app->parsed(); }));
  });
}

}  // namespace ashlar::apps
