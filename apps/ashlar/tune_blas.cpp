// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <mpi.h>

#include "linalg/local/blas_trial.hpp"
#include "tune_trials.hpp"

namespace ashlar::apps {
namespace {

constexpr double longest_trial = 15;  // seconds
constexpr const char* core_names[] = {"Nehalem",  "Sandybridge", "Haswell",       "Zen",
                                      "SkylakeX", "Cooperlake",  "Sapphirerapids"};

/// Output of a trial process with this core type; empty after a failure or the time limit.
std::string output_of_trial(const std::string& core) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<std::string> texts{"OPENBLAS_NUM_THREADS=1"};
  if (!core.empty()) texts.push_back("OPENBLAS_CORETYPE=" + core);
  std::vector<char*> environment;
  for (std::string& text : texts) environment.push_back(text.data());
  for (char** one = environ; *one != nullptr; ++one)
    if (!std::string_view(*one).starts_with("OPENBLAS_")) environment.push_back(*one);
  environment.push_back(nullptr);
  char program[] = "/proc/self/exe", verb[] = "blas-trial";
  char* arguments[] = {program, verb, nullptr};
  pid_t child = -1;
  const int failed = posix_spawn(&child, program, &actions, nullptr, arguments, environment.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  const double end = MPI_Wtime() + longest_trial;
  while (failed == 0 && MPI_Wtime() < end) {
    pollfd ready{ends[0], POLLIN, 0};
    if (poll(&ready, 1, 100) <= 0) continue;
    char buffer[256];
    const ssize_t count = read(ends[0], buffer, sizeof buffer);
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  if (failed != 0) return {};
  int status = 0;
  if (MPI_Wtime() >= end) kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : std::string();
}

BlasCore trial_of(const std::string& name) {
  BlasCore core{.name = name, .actual = {}};
  char actual[64] = "", verdict[16] = "";
  const std::string text = output_of_trial(name);
  if (std::sscanf(text.c_str(), "%63s %15s %lf", actual, verdict, &core.gflops) == 3) {
    core.actual = actual;
    core.is_right = std::string_view(verdict) == "right";
  }
  return core;
}

}  // namespace

std::vector<BlasCore> try_blas_cores(double seconds) {
  const double until = MPI_Wtime() + seconds;
  std::vector<BlasCore> tried;
  if (local::blas_core().empty()) return tried;
  std::vector<std::string> names{""};
  names.insert(names.end(), std::begin(core_names), std::end(core_names));
  for (const std::string& name : names) {
    if (!tried.empty() && MPI_Wtime() > until) break;
    tried.push_back(trial_of(name));
  }
  // The fastest ones again, since other programs on the machine may have disturbed their trials.
  const double fast = 0.9 * std::ranges::max(tried, {}, &BlasCore::gflops).gflops;
  for (BlasCore& core : tried)
    if (core.is_right && core.gflops > fast && MPI_Wtime() < until)
      core.gflops = std::max(core.gflops, trial_of(core.name).gflops);
  return tried;
}

void print_blas_trial() {
  const local::BlasTrial trial = local::try_blas();
  fmt::print("{} {} {}\n", trial.core, trial.is_right ? "right" : "wrong", trial.gflops);
}

}  // namespace ashlar::apps
