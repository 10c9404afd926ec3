// SPDX-License-Identifier: BSD-3-Clause
// Compares linear algebra by each algorithm of Ashlar with ScaLAPACK and one process with threads.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "linalg/linalg_report.hpp"
#include "linalg/one_process.hpp"
#include "linalg/peak.hpp"
#include "linalg/routines.hpp"
#include "linalg/small_sizes.hpp"
#include "linalg/user_layout.hpp"
#include "support/command_line.hpp"
#include "support/write_text.hpp"

namespace ashlar::bench {
namespace {

struct Options {
  std::vector<Index> n;
  std::vector<std::string> routines, methods, types{"double"};  // empty: all
  std::string layout = "64", json;
  int rounds = 5;
  bool small = false;
};

bool is_chosen(const std::vector<std::string>& choice, std::string_view name) {
  return choice.empty() || std::find(choice.begin(), choice.end(), name) != choice.end();
}

/// Prints on rank 0; to stderr if JSON goes to stdout.
void say(mpi::CommunicatorView comm, const Options& options, const std::string& text) {
  if (comm.rank() != 0) return;
  std::FILE* out = options.json == "-" ? stderr : stdout;
  fmt::print(out, "{}", text);
  std::fflush(out);
}

Setting setting_of(mpi::CommunicatorView comm, const Options& options, Index n) {
  const auto is_wanted = [&options](std::string_view name) {
    return options.small && options.methods.empty() ? is_compared_when_small(name)
                                                    : is_chosen(options.methods, name);
  };
  return {.comm = comm,
          .n = n,
          .layout = options.layout,
          .threads = options.small ? 1 : comm.size(),
          .rounds = options.rounds,
          .is_wanted = is_wanted};
}

template <Scalar T>
RoutineResult run_case(const Setting& setting, const TimedRoutine& routine,
                       const std::string& type) {
  const auto n = static_cast<double>(setting.n);
  Peak<T> peak(setting);
  TrialList list = trials_of(routine.family, routine.make, setting);
  list.trials.insert(list.trials.begin(), peak.trial());
  std::vector<Measured> measured = run_in_turn(setting, list.trials);
  RoutineResult result{.routine = std::string(routine.name),
                       .n = setting.n,
                       .ranks = setting.comm.size(),
                       .type = type,
                       .corename = openblas_corename(),
                       .layout = setting.layout,
                       .flops = routine.flops_per_cube * n * n * n * (is_complex<T> ? 4 : 1),
                       .peak_flops = peak.flops(),
                       .peak = measured[0],
                       .notes = list.notes};
  for (std::size_t m = 1; m < measured.size(); ++m) {
    if (measured[m].refusal.empty()) result.methods.push_back(measured[m]);
    else result.notes.push_back(measured[m].name + ": " + measured[m].refusal);
  }
  return result;
}

template <Scalar T>
void run_type(mpi::CommunicatorView comm, const Options& options, const std::string& type,
              std::vector<RoutineResult>& results) {
  for (const TimedRoutine& routine : routines<T>()) {
    const bool is_default = !options.small || is_tried_when_small(routine.name);
    if (!(options.routines.empty() ? is_default : is_chosen(options.routines, routine.name)))
      continue;
    for (Index n : options.n) {
      results.push_back(run_case<T>(setting_of(comm, options, n), routine, type));
      say(comm, options, options.small ? row_when_small(results.back()) : table_of(results.back()));
    }
  }
}

template <Scalar T>
std::string names_of_routines() {
  std::string names;
  for (const TimedRoutine& routine : routines<T>()) names += " " + std::string(routine.name);
  return names;
}

void check_routines(const Options& options) {
  const std::vector<TimedRoutine> all = routines<double>();
  for (const std::string& wanted : options.routines)
    expect(std::any_of(all.begin(), all.end(),
                       [&](const TimedRoutine& routine) { return routine.name == wanted; }),
           "there is no routine \"", wanted, "\"; choose from", names_of_routines<double>());
}

void run_all(mpi::CommunicatorView comm, Options options) {
  check_routines(options);
  if (options.n.empty()) options.n = options.small ? small_sizes() : std::vector<Index>{4000};
  say(comm, options,
      fmt::format("Kernels of OpenBLAS: {}. Medians of {} rounds, all methods in turn.\n\n",
                  openblas_corename(), options.rounds));
  if (options.small) say(comm, options, head_when_small());
  std::vector<RoutineResult> results;
  for (const std::string& type : options.types) {
    if (type == "float") run_type<float>(comm, options, type, results);
    if (type == "double") run_type<double>(comm, options, type, results);
    if (type == "c64") run_type<c64>(comm, options, type, results);
    if (type == "c128") run_type<c128>(comm, options, type, results);
  }
  if (options.small) say(comm, options, losses_when_small(results));
  if (!options.json.empty() && comm.rank() == 0) write_text(options.json, json_of(results));
  Index wrong = 0;
  for (const RoutineResult& result : results)
    for (const Measured& method : result.methods) wrong += method.verified ? 0 : 1;
  expect(wrong == 0, wrong, " results are wrong; see WRONG in the tables");
}

void add_options(apps::CommandLine& line, Options& options) {
  std::vector<std::string> layouts;
  for (std::string_view name : user_layout_names()) layouts.emplace_back(name);
  line.add("--n", options.n, "order of the matrices; several at will (4000)", {.least = 1});
  line.add("--routine", options.routines, "all unless given:" + names_of_routines<double>());
  line.add("--method", options.methods,
           "ashlar, ashlar-node, ashlar-nodes, ashlar-one-rank, ashlar-scalapack, scalapack, "
           "openblas-gathered, elpa; all unless given");
  line.add("--type", options.types, "float, double, c64 or c128; several at will",
           {.words = {"float", "double", "c64", "c128"}});
  line.add("--layout", options.layout, "of the user's matrices", {.words = layouts});
  line.add("--rounds", options.rounds, "rounds that count", {.least = 1});
  line.add("--small", options.small,
           "n = 1 to 2000 in microseconds, ours against the better of ScaLAPACK and LAPACK on "
           "rank 0 with one thread");
  add_json_option(line, options.json);
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  ashlar::apps::CommandLine line(
      "Times linear algebra against ScaLAPACK and one process with threads");
  ashlar::bench::Options options;
  ashlar::bench::add_options(line, options);
  return line.run(argc, argv, [&](ashlar::mpi::CommunicatorView world) {
    ashlar::bench::run_all(world, options);
  });
}
