// SPDX-License-Identifier: BSD-3-Clause
#include "support/run_verbs.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <ashlar/base/progress.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/run.hpp>

#include "support/arguments.hpp"
#include "support/error_json.hpp"
#include "support/launcher.hpp"
#include "support/suggest.hpp"

namespace ashlar::apps {
namespace {

/// Verb of the command line, or the program itself.
const CLI::App& spoken_to(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return verbs.empty() ? app : *verbs.front();
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  return names;
}

/// Unexpected argument and a suggestion: the verb, else an option, else a word. Empty without one.
std::string unknown_of(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining(true);
  if (unknown.empty()) return {};
  const auto is_option = [](const std::string& text) { return text.starts_with("-"); };
  // Options of an unknown verb are unexpected, too.
  const bool has_verb = !app.get_subcommands().empty() || verbs_of(app).empty();
  const auto found = std::ranges::find_if(
      unknown, [&](const std::string& text) { return is_option(text) == has_verb; });
  const std::string& word = found == unknown.end() ? unknown.front() : *found;
  const bool is_verb = !has_verb && !is_option(word);
  return "'" + word + "' was not expected" +
         did_you_mean(word.substr(0, word.find('=')),
                      is_verb ? verbs_of(app) : options_of(spoken_to(app)));
}

/// Message of a parse error. A missing option may be present under a misspelt name, which is
/// reported first.
std::string reason_of(const CLI::ParseError& error, const CLI::App& app) {
  std::string unknown = unknown_of(app);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unknown.empty()) return unknown;
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr || unknown.empty())
    return error.what();
  return unknown + (unknown.ends_with('?') ? " " : "; ") + error.what();
}

/// Prints help or an option error on rank 0; all ranks have the same. The other ranks return status
/// 0: otherwise mpirun could end the job before the output.
int say(const CLI::ParseError& error, const CLI::App& app, const char* program, bool json) {
  if (launched_rank() != 0) return status_ok;
  std::ostringstream output, message;
  if (app.exit(error, output, message) == 0)
    return detail::run_alone(program, [&] {
      std::fputs(output.str().c_str(), stdout);
      return status_ok;
    });
  const std::string reason = reason_of(error, app) + "; see --help";
  std::fputs(detail::error_line(program, reason).c_str(), stderr);
  if (json) std::fputs(error_json("usage", reason, status_usage).c_str(), stdout);
  return status_usage;
}

detail::Failure failure_of(const Task& task, bool json) {
  detail::Failure failure{.status = task.failed};
  if (json)
    failure.listener = [status = task.failed](const detail::ErrorRecord& error) {
      std::fputs(error_json(kind_name(error.kind), error.message, status).c_str(), stdout);
      std::fflush(stdout);
    };
  return failure;
}

template <class Work>
int status_of(const Work& work) {
  try {
    work();
  } catch (const EndWithStatus& end) {
    return end.status;
  }
  return status_ok;
}

extern "C" void leave(int signal) {
  remove_unfinished_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Removes unfinished files after an interrupt; signals that the caller ignores stay ignored.
void clear_up_on_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
    if (std::signal(signal, leave) == SIG_IGN) std::signal(signal, SIG_IGN);
}

int run_on_ranks(int argc, char** argv, const Task& task, bool json) {
  prepare_mpi();
  return detail::run(
      argc, argv,
      [&](mpi::CommunicatorView world) {
        mpi::check(MPI_Comm_set_errhandler(world.native(), MPI_ERRORS_RETURN),
                   "MPI_Comm_set_errhandler");
        return status_of([&] { task.on_ranks(world); });
      },
      failure_of(task, json));
}

}  // namespace

int run_verbs(CLI::App& app, int argc, char** argv, const std::function<Task()>& choose) {
  // Turns a file beyond the process's size limit into a write error instead of a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  clear_up_on_signals();
  std::vector<std::string> arguments(argv + std::min(1, argc), argv + argc);
  const bool json = has_flag(arguments, "--json");
  const bool has_verbs = !app.get_subcommands([](const CLI::App*) { return true; }).empty();
  if (has_verbs) arguments = flags_after_verb(arguments);
  std::ranges::reverse(arguments);  // order of CLI11's parser
  if (app.get_name().empty() && argc > 0) app.name(argv[0]);
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return say(error, app, argv[0], json);
  }
  const Task task = choose();
  if (!task.alone) return run_on_ranks(argc, argv, task, json);
  if (launched_rank() != 0) return status_ok;
  return detail::run_alone(
      argv[0], [&] { return status_of(task.alone); }, failure_of(task, json));
}

}  // namespace ashlar::apps
