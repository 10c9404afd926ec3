// SPDX-License-Identifier: BSD-3-Clause
// Memory of a move in addition to source and target, on the first call in a program.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/agree.hpp>

#include "peers/peers.hpp"
#include "support/command_line.hpp"
#include "support/memory_use.hpp"
#include "support/write_text.hpp"

namespace ashlar::bench {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  Index n = 4000;
  std::string name = "rows-to-2d";
  std::vector<std::string> methods;
  std::string json;
};

MoveCase chosen_case(const Options& options, int ranks) {
  std::vector<MoveCase> cases = move_cases(ranks, options.n);
  for (const MoveCase& what : transpose_cases(ranks, options.n)) cases.push_back(what);
  std::string names;
  for (const MoveCase& what : cases) {
    if (what.name == options.name) return what;
    names += " " + what.name;
  }
  throw ArgumentError(
      concat("there is no case \"", options.name, "\" on ", ranks, " ranks; choose from", names));
}

Json measure(mpi::CommunicatorView comm, const MoveCase& what, const Options& options) {
  Operands<double> operands(comm, what);
  MethodList list;
  list.is_wanted = [&options](std::string_view name) {
    return options.methods.empty() ||
           std::find(options.methods.begin(), options.methods.end(), name) != options.methods.end();
  };
  list.is_kind_wanted = [](std::string_view) { return false; };
  add_all(list, operands);
  Json methods = Json::object();
  for (const Method& method : list.methods) {
    method.spoil();
    const MemoryUse use = memory_use_of(comm, method.run);
    mpi::agree(comm, method.is_right(), concat("the result of ", method.name, " is wrong"));
    methods[method.name] = {{"peak_bytes", use.peak}, {"kept_bytes", use.kept}};
  }
  return {{"case", what.name},
          {"n", options.n},
          {"ranks", comm.size()},
          {"type", "double"},
          {"bytes",
           operands.moves.summary(sizeof(double)).elements * static_cast<Index>(sizeof(double))},
          {"methods", methods}};
}

std::string table_of(const Json& result) {
  const auto matrix = result["bytes"].get<double>();
  std::string text = fmt::format(
      "{}, n = {}, double, {} ranks: extra memory of the first call, all ranks together\n"
      "  {:<20}{:>12}{:>12}{:>12}{:>12}\n",
      result["case"].get<std::string>(), result["n"].get<Index>(), result["ranks"].get<int>(),
      "method", "peak MB", "of matrix", "kept MB", "of matrix");
  for (const auto& [name, use] : result["methods"].items()) {
    const auto peak = use["peak_bytes"].get<double>(), kept = use["kept_bytes"].get<double>();
    text += fmt::format("  {:<20}{:>12.1f}{:>12.2f}{:>12.1f}{:>12.2f}\n", name, peak * 1e-6,
                        peak / matrix, kept * 1e-6, kept / matrix);
  }
  return text;
}

void run(mpi::CommunicatorView comm, const Options& options) {
  const Json result = measure(comm, chosen_case(options, comm.size()), options);
  if (comm.rank() != 0) return;
  fmt::print(options.json == "-" ? stderr : stdout, "Peers: ScaLAPACK; {}; {}\n{}", costa_version(),
             fftw_version(), table_of(result));
  if (!options.json.empty()) write_text(options.json, Json::array({result}).dump(1) + "\n");
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  ashlar::apps::CommandLine line(
      "Measures the memory that moves need beyond source and target, against our peers");
  ashlar::bench::Options options;
  line.add("--n", options.n, "rows and columns of the matrix", {.least = 1});
  line.add("--case", options.name, "one case of bench_move or bench_transpose");
  line.add("--method", options.methods, "as for bench_move; all unless given");
  ashlar::bench::add_json_option(line, options.json);
  return line.run(argc, argv,
                  [&](ashlar::mpi::CommunicatorView world) { ashlar::bench::run(world, options); });
}
