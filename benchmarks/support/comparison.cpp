// SPDX-License-Identifier: BSD-3-Clause
#include "support/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "peers/peers.hpp"
#include "support/operands.hpp"
#include "support/plain_exchange.hpp"
#include "support/report.hpp"
#include "support/run_app.hpp"
#include "support/streaming_copy.hpp"
#include "support/timing.hpp"
#include "support/write_text.hpp"

namespace ashlar::bench {
namespace {

struct Options {
  std::vector<Index> n{4000};
  std::vector<std::string> cases, types{"double"}, methods;  // no case or method stands for all
  int rounds = 7;
  std::string json;
};

bool is_chosen(const std::vector<std::string>& choice, std::string_view name) {
  return choice.empty() || std::find(choice.begin(), choice.end(), name) != choice.end();
}

/// Where something goes between hosts, the network sets the limit; else memory: every rank copies
/// as many bytes as it gets in the move, from private memory to private memory.
template <class T>
std::vector<Method> yardsticks(Operands<T>& operands, Index between_hosts) {
  if (between_hosts > 0) return {plain_exchange(operands.comm, operands.moves, sizeof(T))};
  const auto bytes = static_cast<std::size_t>(operands.received) * sizeof(T);
  const auto* from = reinterpret_cast<const std::byte*>(operands.user_source.memory.data());
  auto* to = reinterpret_cast<std::byte*>(operands.user_target.memory.data());
  return {{"memcpy", [=] { std::memcpy(to, from, bytes); }, {}, {}},
          {"streaming copy", [=] { streaming_copy(to, from, bytes); }, {}, {}}};
}

template <class T>
double seconds_to_plan(const Operands<T>& operands) {
  std::vector<double> times;
  for (int k = 0; k < 5; ++k)
    times.push_back(seconds_of(operands.comm, [&] { Plan<T>(operands.comm, operands.moves); }));
  return median_of(times);
}

template <class T>
CaseResult run_case(mpi::CommunicatorView comm, const MoveCase& what, const Options& options,
                    const std::string& type) {
  Operands<T> operands(comm, what);
  const Index between_hosts = most_bytes_between_hosts(comm, operands.moves, sizeof(T));
  MethodList list{[&options](std::string_view name) { return is_chosen(options.methods, name); },
                  yardsticks(operands, between_hosts),
                  {}};
  const auto yardstick_count = static_cast<std::ptrdiff_t>(list.methods.size());
  add_all(list, operands);

  const TransferSummary summary = operands.moves.summary(sizeof(T));
  CaseResult result{.what = what,
                    .n = what.source.shape().rows,
                    .ranks = comm.size(),
                    .type = type,
                    .bytes = summary.elements * static_cast<Index>(sizeof(T)),
                    .plan = seconds_to_plan(operands),
                    .notes = list.notes};
  if (!operands.source.storage().is_shared())
    result.notes.push_back("the ranks share no memory: matrices lie on the heap");
  if (between_hosts > 0)
    result.notes.push_back(fmt::format("{:.1f} MB go out of the busiest host, or into it",
                                       static_cast<double>(between_hosts) * 1e-6));
  const std::vector<Measurement> measured = measure_in_turn(comm, list.methods, options.rounds);
  for (std::ptrdiff_t k = 0; k < std::ssize(measured); ++k)
    (k < yardstick_count ? result.yardsticks : result.methods)
        .emplace_back(list.methods[k].name, measured[k]);
  const auto slower = [](const auto& a, const auto& b) {
    return a.second.median < b.second.median;
  };
  result.limit =
      std::min_element(result.yardsticks.begin(), result.yardsticks.end(), slower)->second.median;
  return result;
}

CaseResult run_case_of_type(mpi::CommunicatorView comm, const MoveCase& what,
                            const Options& options, const std::string& type) {
  if (type == "float") return run_case<float>(comm, what, options, type);
  if (type == "double") return run_case<double>(comm, what, options, type);
  return run_case<c128>(comm, what, options, "complex<double>");
}

std::vector<MoveCase> chosen_cases(const CaseMaker& make_cases, const Options& options, int ranks,
                                   Index n) {
  std::vector<MoveCase> cases = make_cases(ranks, n);
  std::erase_if(cases, [&](const MoveCase& what) { return !is_chosen(options.cases, what.name); });
  return cases;
}

/// @throws ArgumentError if `options` name a case that does not exist for so many ranks
void check_cases(const CaseMaker& make_cases, const Options& options, int ranks) {
  const std::vector<MoveCase> cases = make_cases(ranks, 1);
  std::string names;
  for (const MoveCase& what : cases) names += " " + what.name;
  for (const std::string& wanted : options.cases)
    expect(std::any_of(cases.begin(), cases.end(),
                       [&](const MoveCase& what) { return what.name == wanted; }),
           "there is no case \"", wanted, "\" on ", ranks, " ranks; choose from", names);
}

/// Rank 0 speaks; the table makes room where standard output is JSON's.
void say(mpi::CommunicatorView comm, const Options& options, const std::string& text) {
  if (comm.rank() != 0) return;
  std::FILE* out = options.json == "-" ? stderr : stdout;
  fmt::print(out, "{}", text);
  std::fflush(out);
}

Index wrong_count(const std::vector<CaseResult>& results) {
  Index wrong = 0;
  for (const CaseResult& result : results)
    for (const auto& [name, measured] : result.methods) wrong += measured.verified ? 0 : 1;
  return wrong;
}

void run_all(mpi::CommunicatorView comm, const Options& options, const CaseMaker& make_cases) {
  check_cases(make_cases, options, comm.size());
  say(comm, options,
      fmt::format("Peers: ScaLAPACK; {}; {}\nMedians of {} rounds, all methods in turn; a round "
                  "lasts until the slowest "
                  "rank is done.\n\n",
                  costa_version(), fftw_version(), options.rounds));
  std::vector<CaseResult> results;
  for (Index n : options.n)
    for (const std::string& type : options.types)
      for (const MoveCase& what : chosen_cases(make_cases, options, comm.size(), n)) {
        results.push_back(run_case_of_type(comm, what, options, type));
        say(comm, options, table_of(results.back()));
      }
  if (!options.json.empty() && comm.rank() == 0) write_text(options.json, json_of(results));
  const Index wrong = wrong_count(results);
  expect(wrong == 0, wrong, " results are wrong; see WRONG in the tables");
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("--n", options.n, "rows and columns of the matrix; several at will")
      ->check(CLI::PositiveNumber);
  app.add_option("--case", options.cases, "cases by name; all unless given");
  app.add_option("--type", options.types, "double, float or complex; several at will")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, std::string>{{"double", "double"},
                                             {"float", "float"},
                                             {"complex", "complex"},
                                             {"complex<double>", "complex"}}));
  app.add_option(
      "--method", options.methods,
      "ashlar, ashlar-new-matrix, ashlar-user-memory, ashlar-messages, datatypes, scalapack, "
      "scalapack-geadd, costa, fftw; all "
      "unless given");
  app.add_option("--rounds", options.rounds, "rounds that count")->check(CLI::PositiveNumber);
  app.add_option("--json", options.json,
                 "also write the results as JSON to this file; - is standard output");
  for (const char* name : {"--n", "--case", "--type", "--method"})
    app.get_option(name)->delimiter(',');
}

}  // namespace

int compare_with_peers(int argc, char** argv, const std::string& description,
                       const CaseMaker& make_cases) {
  CLI::App app(description);
  Options options;
  add_options(app, options);
  return apps::run_app(app, argc, argv,
                       [&](mpi::CommunicatorView world) { run_all(world, options, make_cases); });
}

}  // namespace ashlar::bench
