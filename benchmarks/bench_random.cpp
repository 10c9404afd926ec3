// SPDX-License-Identifier: BSD-3-Clause
// Times moves between layouts that no benchmark names.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "peers/peers.hpp"
#include "support/case_dice.hpp"
#include "support/case_run.hpp"
#include "support/command_line.hpp"
#include "support/write_text.hpp"

namespace ashlar::bench {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  int cases = 100;
  std::uint64_t seed = 1;
  double mb = 60;
  std::vector<std::string> only;  // case numbers; empty: all
  CaseOptions run{
      {"ashlar", "ashlar-user-memory", "ashlar-messages", "scalapack", "scalapack-geadd", "costa"},
      5,
      Limit::MeanShare};
  std::string json;
};

// Transports, and kinds if selected.
constexpr std::array ours{"ashlar",
                          "ashlar-user-memory",
                          "ashlar-messages",
                          "ashlar-tiles",
                          "ashlar-user-tiles",
                          "ashlar-copies",
                          "ashlar-user-copies",
                          "ashlar-arrays",
                          "ashlar-user-arrays"};
constexpr std::array peers{"scalapack", "scalapack-geadd", "costa", "fftw"};
constexpr double behind = 1.05;  // time relative to a peer that counts as lost

std::optional<double> seconds(const CaseResult& result, const std::string& method) {
  for (const auto& [name, measured] : result.methods)
    if (name == method) return measured.median;
  return std::nullopt;
}

std::optional<double> best_peer(const CaseResult& result) {
  std::optional<double> best;
  for (const char* peer : peers)
    if (const auto time = seconds(result, peer)) best = std::min(best.value_or(*time), *time);
  return best;
}

/// Median time relative to the limit.
std::optional<double> ratio(const CaseResult& result, const std::string& method) {
  const auto time = seconds(result, method);
  return time ? std::optional(*time / result.limit) : std::nullopt;
}

std::string text_of(const Layout& layout, const std::optional<Section>& section) {
  const auto extent = [](Index size, Index nprocs, Index block) {
    return block >= (size + nprocs - 1) / nprocs ? std::string("slab") : fmt::format("{}", block);
  };
  const GridShape grid = layout.grid();
  return fmt::format(
      "{}x{} on {}x{}{}{}", extent(layout.shape().rows, grid.rows, layout.block().rows),
      extent(layout.shape().cols, grid.cols, layout.block().cols), grid.rows, grid.cols,
      layout.source() == Coord{} ? "" : " from another source",
      section ? fmt::format(" at {},{}", section->rows.first, section->cols.first) : "");
}

/// One line: the move, the limit, the ratio of each transport to the limit, and the ratio of the
/// best peer.
std::string line_of(const CaseResult& result) {
  const MoveCase& what = result.what;
  const Shape shape = what.target_part().shape();
  std::string text = fmt::format("{:<8}{} {}x{} {}{}: {} -> {}; limit {:.2f} ms;", what.name,
                                 result.type == "double" ? "double" : "complex", shape.rows,
                                 shape.cols, is_transposing(what.op) ? "transposed" : "copied",
                                 what.uplo == Uplo::General ? ""
                                 : what.uplo == Uplo::Lower ? ", lower"
                                                            : ", upper",
                                 text_of(what.source, what.source_section),
                                 text_of(what.target, what.target_section), result.limit * 1e3);
  const auto peer = best_peer(result);
  for (const char* method : ours) {
    if (const auto times = ratio(result, method)) {
      text += fmt::format(" {} {:.2f}", method, *times);
      if (peer) text += fmt::format(" ({:.1f})", *peer / *seconds(result, method));
    }
  }
  for (const auto& [name, measured] : result.methods)
    if (!measured.verified) text += fmt::format(" {} is WRONG", name);
  return text + "\n";
}

/// Ratios of one transport to the limit over all cases, and its lost cases.
struct Spread {
  std::vector<double> ratios = {};  // ascending
  std::vector<const CaseResult*> lost = {};

  Spread(const std::vector<CaseResult>& results, const std::string& method) {
    for (const CaseResult& result : results) {
      const auto times = ratio(result, method);
      if (!times) continue;
      ratios.push_back(*times);
      const auto peer = best_peer(result);
      if (peer && *seconds(result, method) > behind * *peer) lost.push_back(&result);
    }
    std::sort(ratios.begin(), ratios.end());
  }

  /// Quantile: the least ratio with at least `part` of the cases at or below it. @pre there are
  /// cases
  double quantile(double part) const {
    const auto rank = std::ceil(part * static_cast<double>(ratios.size()));
    return ratios[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
  }
};

std::string histogram(const std::vector<double>& ratios) {
  constexpr std::array<double, 9> bounds{1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.5, 5.0, 10.0};
  std::string text;
  auto from = ratios.begin();
  for (std::size_t k = 0; k <= bounds.size(); ++k) {
    const bool is_last = k == bounds.size();
    const auto to = is_last ? ratios.end() : std::upper_bound(from, ratios.end(), bounds[k]);
    const auto count = static_cast<std::size_t>(to - from);
    if (count > 0)
      text += fmt::format("    {} {:>4} {:>5}  {}\n", is_last ? "over " : "up to",
                          is_last ? bounds.back() : bounds[k], count, std::string(count, '#'));
    from = to;
  }
  return text;
}

std::string summary_of(const std::vector<CaseResult>& results) {
  std::string text;
  for (const char* method : ours) {
    const Spread spread(results, method);
    if (spread.ratios.empty()) continue;
    text += fmt::format(
        "\n{}: {} cases, times the limit: median {:.2f}, 90th percentile {:.2f}, "
        "worst {:.2f}\n{}",
        method, spread.ratios.size(), spread.quantile(0.5), spread.quantile(0.9),
        spread.ratios.back(), histogram(spread.ratios));
    text += fmt::format("  lost to a peer by more than 5 %: {}\n", spread.lost.size());
    for (const CaseResult* result : spread.lost) text += "    " + line_of(*result);
  }
  return text;
}

Json json_of_all(const std::vector<CaseResult>& results) {
  Json median = Json::object(), p90 = Json::object(), worst = Json::object(), lost = Json::object();
  for (const char* method : ours) {
    const Spread spread(results, method);
    if (spread.ratios.empty()) continue;
    median[method] = spread.quantile(0.5);
    p90[method] = spread.quantile(0.9);
    worst[method] = spread.ratios.back();
    Json names = Json::array();
    for (const CaseResult* result : spread.lost) names.push_back(result->what.name);
    lost[method] = std::move(names);
  }
  return {{"cases", Json::parse(json_of(results))},
          {"median", median},
          {"p90", p90},
          {"worst", worst},
          {"lost", lost}};
}

void run_all(mpi::CommunicatorView comm, const Options& options) {
  say(comm, options.json,
      fmt::format("Peers: ScaLAPACK; {}; {}\nMedians of {} rounds. Of each transport: times the "
                  "limit (and how many times as long the best peer takes).\n\n",
                  costa_version(), fftw_version(), options.run.rounds));
  CaseDice dice(options.seed, comm.size(), static_cast<Index>(options.mb * 1e6));
  std::vector<CaseResult> results;
  for (int k = 0; k < options.cases; ++k) {
    const RandomCase drawn = dice.roll();
    if (!is_chosen(options.only, fmt::format("{}", k))) continue;
    results.push_back(run_case(comm, drawn.what, options.run, drawn.type));
    say(comm, options.json, line_of(results.back()));
  }
  say(comm, options.json, summary_of(results));
  if (!options.json.empty() && comm.rank() == 0)
    write_text(options.json, json_of_all(results).dump(1) + "\n");
  expect_right(results);
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  ashlar::apps::CommandLine line(
      "Times moves drawn at random against the limit of memory and our peers");
  ashlar::bench::Options options;
  line.add("--cases", options.cases, "how many are drawn", {.least = 1});
  line.add("--seed", options.seed, "of the draw");
  line.add("--mb", options.mb, "size of each, in 10^6 bytes", {.least = 1e-3});
  line.add("--case", options.only, "run only these, by number from 0 on");
  line.add("--method", options.run.methods, "as for bench_move; ours and all peers unless given");
  line.add("--rounds", options.run.rounds, "rounds that count", {.least = 1});
  ashlar::bench::add_kinds_option(line, options.run);
  ashlar::bench::add_json_option(line, options.json);
  return line.run(argc, argv, [&](ashlar::mpi::CommunicatorView world) {
    ashlar::bench::run_all(world, options);
  });
}
