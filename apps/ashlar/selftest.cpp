// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <fmt/format.h>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"
#include "selftest_moves.hpp"
#include "selftest_probes.hpp"

namespace ashlar::apps {
namespace {

struct SelftestArguments {
  double seconds = 10;
  Index seed = 1;
  bool quiet = false, json = false;
};

Finding moves_finding(const MovesTested& tested) {
  std::string text = fmt::format("{} random moves of {} elements: {} wrong", tested.moves,
                                 tested.elements, tested.wrong);
  if (tested.wrong > 0) text += "; the first: " + tested.first;
  return {"moves", tested.wrong == 0, text};
}

/// Solves and checks a well-conditioned system.
Finding solve_finding(mpi::CommunicatorView world) {
  constexpr Index n = 300;
  const ProcessGrid grid = ProcessGrid::balanced(world);
  const auto a =
      generate<double>(grid, {n, n}, {.block = {32, 32}}, DiagonallyDominant<double>(1, n));
  const auto b = generate<double>(grid, {n, 2}, {.block = {32, 32}}, Uniform<double>(2));
  const double residual = scaled_residual(a, solve(a, b), b);
  return {"solve", residual < largest_residual,
          fmt::format("a system of order {}: scaled residual {:.3g} (good below {})", n, residual,
                      largest_residual)};
}

Finding bandwidth_finding(const Bandwidth& measured) {
  return {"bandwidth", true,
          fmt::format(
              "a matrix of {:.0f} MB moves at {:.2f} GB/s, {:.0f} % of the copy rate of all ranks",
              static_cast<double>(measured.bytes) / 1e6, measured.move / 1e9,
              100 * measured.move / measured.copy)};
}

void run_selftest(mpi::CommunicatorView world, const SelftestArguments& options) {
  const double start = MPI_Wtime();
  std::vector<Finding> findings = probe_mpi(world);
  const MovesTested tested =
      test_moves(world, 0.6 * options.seconds, static_cast<std::uint64_t>(options.seed));
  findings.push_back(moves_finding(tested));
  findings.push_back(solve_finding(world));
  const Bandwidth measured = measure_bandwidth(world, 0.2 * options.seconds);
  findings.push_back(bandwidth_finding(measured));

  bool is_right = true;
  std::string text;
  Json json{{"right", true}, {"ranks", world.size()}, {"seed", options.seed}};
  for (const Finding& finding : findings) {
    is_right = is_right && finding.is_right;
    text += fmt::format("{:<6} {:<14} {}\n", finding.is_right ? "right" : "WRONG", finding.name,
                        finding.text);
    json["findings"][finding.name] = {{"right", finding.is_right}, {"text", finding.text}};
  }
  json["right"] = is_right;
  json["moves"] = {{"count", tested.moves}, {"elements", tested.elements}, {"wrong", tested.wrong}};
  json["bandwidth"] = {{"bytes", measured.bytes},
                       {"move_bytes_per_s", measured.move},
                       {"copy_bytes_per_s", measured.copy}};
  json["seconds"] = MPI_Wtime() - start;
  if (options.json) print(world, json);
  else if (!options.quiet || !is_right)
    print(world, text + (is_right ? "all right" : "something is wrong"));
  if (!is_right) throw EndWithStatus{status_error};
}

}  // namespace

Command selftest_command(CLI::App& parent) {
  auto options = std::make_shared<SelftestArguments>();
  CLI::App* app = parent.add_subcommand("selftest", "Test moves, MPI and a solve on this machine");
  add_parsed_option(*app, "--seconds", options->seconds, "S",
                    "approximate time of random moves and bandwidth; 10 if not given",
                    [](const std::string& text) {
                      const auto value = parse_number(text);
                      return value && 0 <= *value && *value <= 1e6 ? value : std::nullopt;
                    });
  add_parsed_option(*app, "--seed", options->seed, "S", "of the random moves; 1 if not given",
                    parse_index);
  app->add_flag("--quiet", options->quiet, "print nothing while all is right");
  app->add_flag("--json", options->json, "print JSON");
  app->footer(
      "Status: 0 all right, 1 something is wrong.\nExample:\n  mpirun -n 8 ashlar selftest");
  return {app, [options](mpi::CommunicatorView world) { run_selftest(world, *options); }};
}

}  // namespace ashlar::apps
