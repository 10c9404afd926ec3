// SPDX-License-Identifier: BSD-3-Clause
#include "support/case_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include <ashlar/base/error.hpp>
#include <ashlar/move/plan.hpp>

#include "peers/peers.hpp"
#include "support/command_line.hpp"
#include "support/operands.hpp"
#include "support/plain_exchange.hpp"
#include "support/streaming_copy.hpp"

namespace ashlar::bench {
namespace {

/// Yardsticks: the network if elements move between hosts, else memory, with a copy of each rank's
/// share between private arrays.
template <class T>
std::vector<Method> yardsticks(Operands<T>& operands, Index between_hosts, Index share) {
  if (between_hosts > 0) return {plain_exchange(operands.comm, operands.moves, sizeof(T))};
  const auto bytes = static_cast<std::size_t>(share) * sizeof(T);
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
CaseResult run_case_of(mpi::CommunicatorView comm, const MoveCase& what, const CaseOptions& options,
                       const std::string& type) {
  const Transfers moves = what.transfers();
  const TransferSummary summary = moves.summary(sizeof(T));
  const Index mean = summary.elements / comm.size();
  Operands<T> operands(comm, what, options.limit == Limit::MeanShare ? mean : 0);
  const Index between_hosts = most_bytes_between_hosts(comm, operands.moves, sizeof(T));
  MethodList list{[&options](std::string_view name) { return is_chosen(options.methods, name); },
                  [&options](std::string_view kind) {
                    return std::ranges::find(options.kinds, kind) != options.kinds.end();
                  },
                  yardsticks(operands, between_hosts,
                             options.limit == Limit::MeanShare ? mean : operands.received),
                  {}};
  const auto yardstick_count = static_cast<std::ptrdiff_t>(list.methods.size());
  add_all(list, operands);

  CaseResult result{.what = what,
                    .n = what.source.shape().rows,
                    .ranks = comm.size(),
                    .type = type,
                    .bytes = summary.elements * static_cast<Index>(sizeof(T)),
                    .plan = seconds_to_plan(operands),
                    .notes = list.notes};
  if (!operands.source.storage().is_shared())
    result.notes.push_back("the ranks share no memory: matrices are on the heap");
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

}  // namespace

void add_kinds_option(apps::CommandLine& line, CaseOptions& options) {
  line.add("--kinds", options.kinds,
           "tiles, copies, arrays: time the same move of these objects as well, in memory of the "
           "library and of the caller; several are possible",
           {.words = {"tiles", "copies", "arrays"}});
}

bool is_chosen(const std::vector<std::string>& choice, std::string_view name) {
  return choice.empty() || std::find(choice.begin(), choice.end(), name) != choice.end();
}

CaseResult run_case(mpi::CommunicatorView comm, const MoveCase& what, const CaseOptions& options,
                    const std::string& type) {
  if (type == "float") return run_case_of<float>(comm, what, options, type);
  if (type == "double") return run_case_of<double>(comm, what, options, type);
  return run_case_of<c128>(comm, what, options, "complex<double>");
}

void say(mpi::CommunicatorView comm, const std::string& json, const std::string& text) {
  if (comm.rank() != 0) return;
  std::FILE* out = json == "-" ? stderr : stdout;
  fmt::print(out, "{}", text);
  std::fflush(out);
}

void expect_right(const std::vector<CaseResult>& results) {
  Index wrong = 0;
  for (const CaseResult& result : results)
    for (const auto& [name, measured] : result.methods) wrong += measured.verified ? 0 : 1;
  expect(wrong == 0, wrong, " results are wrong; see WRONG in what was printed");
}

}  // namespace ashlar::bench
