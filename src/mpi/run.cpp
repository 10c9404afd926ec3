// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/run.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <optional>
#include <string_view>
#include <thread>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/progress.hpp>
#include <ashlar/mpi/environment.hpp>

namespace ashlar::detail {
namespace {

using Clock = std::chrono::steady_clock;

/// Time that a failed rank waits for failures of the others.
constexpr auto patience = std::chrono::seconds(3);

/// Result of the body on this rank.
struct Outcome {
  int status = 0;
  std::optional<ErrorRecord> error;  // empty if the body returned its status
};

/// Reports a failure.
struct Voice {
  const char* program;
  const Failure& failure;

  void report(const Outcome& outcome) const {
    if (!outcome.error) return;
    std::fputs(error_line(program, outcome.error->message).c_str(), stderr);
    if (failure.listener) failure.listener(*outcome.error);
  }
};

/// Text on one line, without control characters.
std::string as_one_line(std::string text) {
  constexpr std::size_t longest = 2000;
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  return text;
}

/// Line "program: kind: reason".
std::string line_of(const char* program, const char* kind, const std::string& reason) {
  std::string_view name = program == nullptr ? "" : program;
  name.remove_prefix(name.find_last_of('/') + 1);
  return as_one_line(concat(name.empty() ? "program" : name, ": ", kind, ": ", reason)) + "\n";
}

const char* running_program = nullptr;  // argv[0]

/// Writes warnings to stderr while a program runs, unless a handler is set.
class PrintedWarnings {
 public:
  explicit PrintedWarnings(const char* program) : others_(set_warning_handler(print)) {
    running_program = program;
    if (others_ != nullptr) set_warning_handler(others_);
  }
  PrintedWarnings(const PrintedWarnings&) = delete;
  PrintedWarnings& operator=(const PrintedWarnings&) = delete;
  ~PrintedWarnings() {
    const WarningHandler last = set_warning_handler(nullptr);
    if (last != print) set_warning_handler(last);
  }

 private:
  static void print(const char* sentence) {
    std::fputs(line_of(running_program, "warning", sentence).c_str(), stderr);
  }

  WarningHandler others_;
};

/// Status representable in a shell; failures stay nonzero.
int shell_status(int status) {
  const int low_byte = status & 0xff;
  return status != 0 && low_byte == 0 ? 1 : low_byte;
}

void flush_output() {
  std::cout.flush();
  if (std::fflush(stdout) != 0 || !std::cout)
    throw FileError("standard output", "cannot be written");
}

Outcome outcome_of(const std::function<int()>& body, const Failure& failure) {
  try {
    const int status = body();
    flush_output();
    return {shell_status(status), {}};
  } catch (...) {
    return {failure.status, current_error_record()};
  }
}

/// True if `request` completes before `deadline`; sleeps, since ranks may outnumber cores.
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

/// True if a lower rank is also past its patience; that rank reports.
bool is_announced_by_lower_rank(mpi::CommunicatorView comm) {
  const int rank = comm.rank(), size = comm.size();
  // The sends are never completed: the job is about to be aborted.
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

/// Ends the job, since the others wait for a call that this rank will not make.
[[noreturn]] void abort_job(mpi::CommunicatorView comm, const Outcome& outcome,
                            const Voice& voice) {
  if (is_announced_by_lower_rank(comm)) std::this_thread::sleep_for(std::chrono::seconds(10));
  else voice.report(outcome);
  MPI_Abort(MPI_COMM_WORLD, outcome.status);
  std::_Exit(outcome.status);
}

/// Combines the results of all ranks; returns the status of the lowest failed one, which reports
/// it.
/// @collective
int conclude(mpi::CommunicatorView comm, const Outcome& outcome, const Voice& voice) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t factor = 256;
  const bool failed = outcome.status != 0;
  const std::int64_t mine = failed ? comm.rank() * factor + outcome.status : none;
  std::int64_t lowest = none;
  MPI_Request request = MPI_REQUEST_NULL;
  mpi::check(MPI_Iallreduce(&mine, &lowest, 1, MPI_INT64_T, MPI_MIN, comm.native(), &request),
             "MPI_Iallreduce");
  // The linter overlooks the MPI_Test in completes().
  // NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)
  if (!completes(request, failed ? Clock::now() + patience : Clock::time_point::max()))
    abort_job(comm, outcome, voice);
  // NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)
  if (lowest == none) return 0;
  if (lowest == mine) voice.report(outcome);
  return static_cast<int>(lowest % factor);
}

}  // namespace

std::string error_line(const char* program, const std::string& reason) {
  return line_of(program, "error", reason);
}

int run(int& argc, char**& argv, const std::function<int(mpi::CommunicatorView)>& body,
        const Failure& failure) {
  const Voice voice{argc > 0 ? argv[0] : nullptr, failure};
  const PrintedWarnings warnings(voice.program);
  try {
    const mpi::Environment environment(argc, argv);
    const mpi::CommunicatorView world = environment.world();
    const mpi::Communicator own = mpi::Communicator::duplicate(world);
    return conclude(own, outcome_of([&] { return body(world); }, failure), voice);
  } catch (...) {
    voice.report({failure.status, current_error_record()});
    return failure.status;
  }
}

int run_alone(const char* program, const std::function<int()>& body, const Failure& failure) {
  const PrintedWarnings warnings(program);
  const Outcome outcome = outcome_of(body, failure);
  Voice{program, failure}.report(outcome);
  return outcome.status;
}

}  // namespace ashlar::detail
