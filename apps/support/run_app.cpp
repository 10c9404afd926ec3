// SPDX-License-Identifier: BSD-3-Clause
#include "support/run_app.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/run.hpp>

namespace ashlar::apps {
namespace {

/// Why the arguments were not understood. What is missing may be there under a misspelt name, which
/// says more.
std::string reason_of(const CLI::ParseError& error, const CLI::App& app) {
  std::string reason = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return reason;
  const std::vector<std::string> unknown = app.remaining(true);
  if (unknown.empty()) return reason;
  const auto is_option = [](const std::string& text) { return text.starts_with("-"); };
  const auto option = std::ranges::find_if(unknown, is_option);
  return "'" + (option == unknown.end() ? unknown.front() : *option) + "' was not expected; " +
         reason;
}

/// Help, or what is wrong with the options, which all ranks find alike: rank 0 says it.
int say(const CLI::ParseError& error, const CLI::App& app, const char* program, int rank) {
  std::ostringstream output, message;
  const bool is_help = app.exit(error, output, message) == 0;
  const std::string text =
      is_help ? output.str() : detail::error_line(program, reason_of(error, app) + "; see --help");
  if (rank == 0) std::fputs(text.c_str(), is_help ? stdout : stderr);
  return is_help ? status_ok : status_usage;
}

}  // namespace

int run_app(CLI::App& app, int argc, char** argv, const Body& body) {
  // A file beyond the process's size limit is then an error of the write, not a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  return run(argc, argv, [&](mpi::CommunicatorView world) {
    mpi::check(MPI_Comm_set_errhandler(world.native(), MPI_ERRORS_RETURN),
               "MPI_Comm_set_errhandler");
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return say(error, app, argv[0], world.rank());
    }
    body(world);
    return status_ok;
  });
}

int run_app(int argc, char** argv, const Body& body) {
  CLI::App app;
  return run_app(app, argc, argv, body);
}

}  // namespace ashlar::apps
