// SPDX-License-Identifier: BSD-3-Clause
#include "support/run_app.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/environment.hpp>

namespace ashlar::apps {
namespace {

using Clock = std::chrono::steady_clock;

/// So long a failed rank waits for the others to fail as well.
constexpr auto patience = std::chrono::seconds(3);

/// How the body ended on this rank.
struct Outcome {
  int status = status_ok;
  std::string output;  // for rank 0's standard output
  std::string error;   // for the standard error of the lowest failing rank
};

/// One line, whatever file names and texts of others contain.
std::string as_one_line(std::string text) {
  constexpr std::size_t longest = 2000;
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  return text;
}

std::string error_line(const std::string& reason) {
  return "ashlar: error: " + as_one_line(reason) + "\n";
}

void flush_output() {
  std::cout.flush();
  if (std::fflush(stdout) != 0 || !std::cout)
    throw FileError("standard output", "cannot be written");
}

/// Why the arguments were not understood. What is missing may be there under a misspelt name, which
/// says more.
std::string reason_of(const CLI::ParseError& error, const CLI::App& app) {
  const std::string reason = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return reason;
  const std::vector<std::string> unknown = app.remaining(true);
  if (unknown.empty()) return reason;
  const auto is_option = [](const std::string& text) { return text.starts_with("-"); };
  const auto option = std::ranges::find_if(unknown, is_option);
  return "'" + (option == unknown.end() ? unknown.front() : *option) + "' was not expected; " +
         reason;
}

Outcome run_body(CLI::App& app, int argc, char** argv, const Body& body,
                 mpi::CommunicatorView world) {
  try {
    app.parse(argc, argv);
    body(world);
    flush_output();
    return {};
  } catch (const CLI::ParseError& error) {
    std::ostringstream output, message;
    if (app.exit(error, output, message) == 0) return {status_ok, output.str(), {}};
    return {status_usage, {}, error_line(reason_of(error, app) + "; see --help")};
  } catch (...) {
    return {status_error, {}, error_line(current_error_record().message)};
  }
}

/// Whether `request` completes before `deadline`; sleeps between looks, since ranks may outnumber
/// cores.
bool completes(MPI_Request& request, Clock::time_point deadline) {
  for (auto pause = std::chrono::microseconds(10);;
       pause = std::min(2 * pause, std::chrono::microseconds(2000))) {
    int done = 0;
    mpi::check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done) return true;
    if (Clock::now() > deadline) return false;
    std::this_thread::sleep_for(pause);
  }
}

/// Whether a rank below this one has run out of patience as well; it is the one to speak.
bool is_announced_by_lower_rank(mpi::CommunicatorView comm) {
  const int rank = comm.rank(), size = comm.size();
  // Nobody waits for what is sent: the job is about to be aborted.
  // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker)
  for (int other = rank + 1; other < size; ++other) {
    MPI_Request ignored = MPI_REQUEST_NULL;
    MPI_Isend(nullptr, 0, MPI_BYTE, other, 0, comm.native(), &ignored);
  }
  const auto deadline = Clock::now() + std::chrono::milliseconds(300);
  while (Clock::now() < deadline) {
    int found = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, comm.native(), &found, &status);
    if (found) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

/// The others wait for this rank in a call that it will never make.
[[noreturn]] void abort_job(mpi::CommunicatorView comm, const Outcome& outcome) {
  if (is_announced_by_lower_rank(comm)) std::this_thread::sleep_for(std::chrono::seconds(10));
  else std::fputs(outcome.error.c_str(), stderr);
  MPI_Abort(MPI_COMM_WORLD, outcome.status);
  std::_Exit(outcome.status);
}

/// All ranks tell how they ended; returns the status of the lowest failing one, which has spoken.
/// @collective
int conclude(mpi::CommunicatorView comm, const Outcome& outcome) {
  constexpr std::int64_t nobody = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t factor = 256;
  const bool failed = outcome.status != status_ok;
  const std::int64_t mine = failed ? comm.rank() * factor + outcome.status : nobody;
  std::int64_t lowest = nobody;
  MPI_Request request = MPI_REQUEST_NULL;
  mpi::check(MPI_Iallreduce(&mine, &lowest, 1, MPI_INT64_T, MPI_MIN, comm.native(), &request),
             "MPI_Iallreduce");
  // The linter does not see that completes() waits with MPI_Test.
  // NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)
  if (!completes(request, failed ? Clock::now() + patience : Clock::time_point::max()))
    abort_job(comm, outcome);
  if (comm.rank() == 0) std::fputs(outcome.output.c_str(), stdout);
  // NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)
  if (lowest == nobody) return status_ok;
  if (lowest == mine) std::fputs(outcome.error.c_str(), stderr);
  return static_cast<int>(lowest % factor);
}

int run_with_mpi(CLI::App& app, int argc, char** argv, const Body& body) {
  mpi::Environment environment(argc, argv);
  const mpi::CommunicatorView world = environment.world();
  mpi::check(MPI_Comm_set_errhandler(world.native(), MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  const mpi::Communicator own = mpi::Communicator::duplicate(world);
  return conclude(own, run_body(app, argc, argv, body, world));
}

}  // namespace

int run_app(CLI::App& app, int argc, char** argv, const Body& body) {
  // A file beyond the process's size limit is then an error of the write, not a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run_with_mpi(app, argc, argv, body);
  } catch (...) {
    std::fputs(error_line(current_error_record().message).c_str(), stderr);
    return status_error;
  }
}

int run_app(int argc, char** argv, const Body& body) {
  CLI::App app;
  return run_app(app, argc, argv, body);
}

}  // namespace ashlar::apps
