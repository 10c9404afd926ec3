// SPDX-License-Identifier: BSD-3-Clause
#include "support/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "peers/peers.hpp"
#include "support/case_run.hpp"
#include "support/command_line.hpp"
#include "support/write_text.hpp"

namespace ashlar::bench {
namespace {

struct Options {
  std::vector<Index> n{4000};
  std::vector<std::string> cases, types{"double"};  // empty: all cases
  CaseOptions run;
  std::string json;
};

std::vector<MoveCase> chosen_cases(const CaseMaker& make_cases, const Options& options, int ranks,
                                   Index n) {
  std::vector<MoveCase> cases = make_cases(ranks, n);
  std::erase_if(cases, [&](const MoveCase& what) { return !is_chosen(options.cases, what.name); });
  return cases;
}

/// @throws ArgumentError if `options` name a case that does not exist for `ranks` ranks
void check_cases(const CaseMaker& make_cases, const Options& options, int ranks) {
  const std::vector<MoveCase> cases = make_cases(ranks, 1);
  std::string names;
  for (const MoveCase& what : cases) names += " " + what.name;
  for (const std::string& wanted : options.cases)
    expect(std::any_of(cases.begin(), cases.end(),
                       [&](const MoveCase& what) { return what.name == wanted; }),
           "there is no case \"", wanted, "\" on ", ranks, " ranks; choose from", names);
}

void run_all(mpi::CommunicatorView comm, const Options& options, const CaseMaker& make_cases) {
  check_cases(make_cases, options, comm.size());
  say(comm, options.json,
      fmt::format("Peers: ScaLAPACK; {}; {}\nMedians of {} rounds, all methods in turn; a round "
                  "lasts until the slowest "
                  "rank is done.\n\n",
                  costa_version(), fftw_version(), options.run.rounds));
  std::vector<CaseResult> results;
  for (Index n : options.n)
    for (const std::string& type : options.types)
      for (const MoveCase& what : chosen_cases(make_cases, options, comm.size(), n)) {
        results.push_back(run_case(comm, what, options.run, type));
        say(comm, options.json, table_of(results.back()));
      }
  if (!options.json.empty() && comm.rank() == 0) write_text(options.json, json_of(results));
  expect_right(results);
}

void add_options(apps::CommandLine& line, Options& options) {
  line.add("--n", options.n, "rows and columns of the matrix; several at will", {.least = 1});
  line.add("--case", options.cases, "cases by name; all unless given");
  line.add("--type", options.types, "double, float or complex; several at will",
           {.words = {"double", "float", "complex"}});
  line.add("--method", options.run.methods,
           "ashlar, ashlar-new-matrix, ashlar-user-memory, ashlar-messages, datatypes, scalapack, "
           "scalapack-geadd, costa, fftw; all unless given");
  line.add("--rounds", options.run.rounds, "rounds that count", {.least = 1});
  add_kinds_option(line, options.run);
  add_json_option(line, options.json);
}

}  // namespace

int compare_with_peers(int argc, char** argv, const std::string& description,
                       const CaseMaker& make_cases) {
  apps::CommandLine line(description);
  Options options;
  add_options(line, options);
  return line.run(argc, argv,
                  [&](mpi::CommunicatorView world) { run_all(world, options, make_cases); });
}

}  // namespace ashlar::bench
