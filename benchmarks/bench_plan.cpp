// SPDX-License-Identifier: BSD-3-Clause
// Cost of a rank's part of a plan: pure arithmetic, one process, no MPI.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/transfers.hpp>

#include "support/command_line.hpp"
#include "support/heap_meter.hpp"
#include "support/write_text.hpp"

namespace ashlar::bench {
namespace {

using Json = nlohmann::ordered_json;

struct PlanCase {
  std::string name;
  Layout source, target;
};

Layout square(Index n, Index block, GridShape grid) {
  return Layout({.shape = {n, n}, .block = {block, block}, .grid = grid});
}

/// One BLOCK of rows for each of `procs` processes.
Layout slabs(Index n, int procs) {
  return Layout({.shape = {n, n}, .block = {(n + procs - 1) / procs, n}, .grid = {procs, 1}});
}

/// Two cases with separate bounds, then growing numbers of ranks, then of blocks, then slabs to
/// small blocks and back.
std::vector<PlanCase> plan_cases() {
  constexpr Index million = 1'000'000, billion = 1'000'000'000;
  std::vector<PlanCase> cases{
      {"million-ranks", square(million, 64, {1024, 1024}), square(million, 96, {2048, 512})},
      {"cyclic-billion", square(billion, 1, {2, 2}), square(billion, 64, {2, 2})},
  };
  for (int side = 1; side <= 1024; side *= 4)
    cases.push_back({fmt::format("ranks-{}", side * side), square(million, 64, {side, side}),
                     square(million, 96, {side, side})});
  for (Index n = 1000; n <= billion; n *= 100)
    cases.push_back({fmt::format("blocks-n-{}", n), square(n, 64, {2, 2}), square(n, 96, {2, 2})});
  for (Index n = 1000; n <= billion; n *= 100)
    cases.push_back({fmt::format("cyclic-n-{}", n), square(n, 1, {2, 2}), square(n, 64, {2, 2})});
  for (Index n = 1000; n <= billion; n *= 100) {
    cases.push_back({fmt::format("slabs-n-{}", n), slabs(n, 4), square(n, 64, {2, 2})});
    cases.push_back({fmt::format("to-slabs-n-{}", n), square(n, 64, {2, 2}), slabs(n, 4)});
  }
  cases.push_back({"slabs-cyclic-billion", slabs(billion, 4), square(billion, 1, {2, 2})});
  cases.push_back(
      {"slabs-million-ranks", slabs(billion, 1'000'000), square(billion, 64, {1000, 1000})});
  return cases;
}

/// Cost of one rank's plan.
struct Cost {
  int rank = 0;
  double seconds = 0;  ///< median time to build it
  Index peak = 0;      ///< largest number of heap bytes while it is built
  Index kept = 0;      ///< heap bytes that it keeps
  std::size_t partners = 0;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Cost cost_of(const PlanCase& what, int rank, int rounds) {
  Cost cost{.rank = rank};
  std::vector<double> times(static_cast<std::size_t>(rounds));
  for (double& time : times) {
    const Index before = heap_bytes();
    restart_heap_peak();
    const auto start = std::chrono::steady_clock::now();
    const Transfers moves(what.source, what.target);
    const detail::Share sends = moves.sent_by(rank), receives = moves.received_by(rank);
    time = seconds_since(start);
    cost.peak = heap_peak() - before;
    cost.kept = heap_bytes() - before;
    cost.partners = sends.boxes().size() + receives.boxes().size();
  }
  std::sort(times.begin(), times.end());
  cost.seconds = times[times.size() / 2];
  return cost;
}

/// First, last and random ranks; all if `size` is at least their number.
std::vector<int> sample(Index ranks, int size) {
  std::vector<int> chosen;
  if (size >= ranks) {
    for (int rank = 0; rank < ranks; ++rank) chosen.push_back(rank);
    return chosen;
  }
  chosen = {0, static_cast<int>(ranks - 1)};
  std::mt19937_64 random(20);
  std::uniform_int_distribution<int> any(0, static_cast<int>(ranks - 1));
  for (int k = 2; k < size; ++k) chosen.push_back(any(random));
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

/// Maximum of each figure over the sampled ranks.
Json measure(const PlanCase& what, int rounds, int sample_size) {
  const Index ranks = std::max(what.source.grid().size(), what.target.grid().size());
  const std::vector<int> chosen = sample(ranks, sample_size);
  Cost worst;
  for (int rank : chosen) {
    const Cost cost = cost_of(what, rank, rounds);
    if (cost.seconds > worst.seconds) worst.rank = rank;
    worst.seconds = std::max(worst.seconds, cost.seconds);
    worst.peak = std::max(worst.peak, cost.peak);
    worst.kept = std::max(worst.kept, cost.kept);
    worst.partners = std::max(worst.partners, cost.partners);
  }
  return {{"case", what.name},
          {"n", what.source.shape().rows},
          {"ranks", ranks},
          {"sampled_ranks", chosen.size()},
          {"slowest_rank", worst.rank},
          {"s", worst.seconds},
          {"peak_bytes", worst.peak},
          {"kept_bytes", worst.kept},
          {"partners", worst.partners}};
}

std::string row_of(const Json& row) {
  return fmt::format("{:<20}{:>12}{:>10}{:>12.4f}{:>12.1f}{:>12.1f}{:>10}\n",
                     row["case"].get<std::string>(), row["n"].get<Index>(),
                     row["ranks"].get<Index>(), row["s"].get<double>() * 1e3,
                     row["peak_bytes"].get<double>() / 1024, row["kept_bytes"].get<double>() / 1024,
                     row["partners"].get<Index>());
}

struct Options {
  std::vector<std::string> cases;
  int rounds = 7;
  int sample = 200;
  std::string json;
};

void run(const Options& options) {
  std::FILE* out = options.json == "-" ? stderr : stdout;
  fmt::print(out,
             "One rank's side of a move; the worst of up to {} ranks, medians of "
             "{}.\n{:<20}{:>12}{:>10}{:>12}{:>12}{:>12}{:>10}\n",
             options.sample, options.rounds, "case", "n", "ranks", "ms", "peak KiB", "kept KiB",
             "partners");
  Json all = Json::array();
  for (const PlanCase& what : plan_cases()) {
    if (!options.cases.empty() &&
        std::find(options.cases.begin(), options.cases.end(), what.name) == options.cases.end())
      continue;
    all.push_back(measure(what, options.rounds, options.sample));
    fmt::print(out, "{}", row_of(all.back()));
  }
  expect(!all.empty(), "there is no case of that name; run without --case to see all");
  if (!options.json.empty()) write_text(options.json, all.dump(1) + "\n");
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  ashlar::apps::CommandLine line(
      "Measures time and memory of one rank's side of a move, against the number of ranks and of "
      "blocks");
  ashlar::bench::Options options;
  line.add("--case", options.cases, "cases by name; all unless given");
  line.add("--rounds", options.rounds, "how often each is built", {.least = 1});
  line.add("--sample", options.sample, "how many ranks are tried; all from their number on",
           {.least = 2, .most = 1 << 20});
  ashlar::bench::add_json_option(line, options.json);
  return line.run_alone(argc, argv, [&] { ashlar::bench::run(options); });
}
