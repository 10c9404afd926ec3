// SPDX-License-Identifier: BSD-3-Clause
// The model of factorisations on one node: fits its rates, checks it, and predicts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <ashlar/base/expect.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/random.hpp>
#include <ashlar/matrix/special.hpp>
#include <linalg/node/cholesky.hpp>
#include <linalg/node/lu.hpp>
#include <linalg/node/model.hpp>
#include <linalg/node/qr.hpp>

#include "model/fit.hpp"
#include "model/kernel_samples.hpp"
#include "support/run_app.hpp"
#include "support/timing.hpp"
#include "support/write_text.hpp"

namespace ashlar::bench {
namespace {

struct Options {
  std::vector<Index> n, blocks;
  std::vector<int> teams, depths;
  std::vector<std::string> routines{"lu", "qr", "cholesky"};
  std::string rates, json;
  Index fit_to = 4000;
  int ranks = 0, rounds = 3;
  bool fits = false, checks = false;
};

void say(mpi::CommunicatorView comm, const std::string& text) {
  if (comm.rank() != 0) return;
  fmt::print("{}", text);
  std::fflush(stdout);
}

node::KernelRates rates_of(const Options& options) {
  node::KernelRates rates = node::common_rates();
  if (options.rates.empty()) return rates;
  std::ifstream file(options.rates);
  expect(file.good(), "the rates' file ", options.rates, " cannot be read");
  const auto json = nlohmann::json::parse(file);
  for (const NamedRate& named : all_rates())
    rates.*named.rate = json.value(std::string(named.name), rates.*named.rate);
  return rates;
}

void print_fit(mpi::CommunicatorView comm, const Options& options) {
  const auto report = [&](std::string_view name, double error) {
    say(comm, fmt::format("{:16} fitted within {:.0f} %\n", name, 100 * error));
  };
  const node::KernelRates rates = measured_rates(options.fit_to, rates_of(options), report);
  nlohmann::ordered_json json;
  for (const NamedRate& named : all_rates()) json[std::string(named.name)] = rates.*named.rate;
  const std::string text = json.dump(2) + "\n";
  if (comm.rank() != 0) return;
  write_text(options.json.empty() ? "-" : options.json, text);
}

std::vector<Routine> chosen(const Options& options) {
  std::vector<Routine> found;
  for (const Routine routine : {Routine::Lu, Routine::Qr, Routine::Cholesky})
    if (std::find(options.routines.begin(), options.routines.end(), to_string(routine)) !=
        options.routines.end())
      found.push_back(routine);
  return found;
}

// One factorisation as the node does it: its layout, its matrix, its time.
class Measured {
 public:
  Measured(mpi::CommunicatorView comm, const node::Factorisation& work)
      : comm_(comm), work_(work), room_(node::Room::of(comm)) {}

  double seconds(int rounds) {
    std::vector<double> times;
    for (int round = 0; round <= rounds; ++round) {
      DistMatrix<double> a = matrix();
      DistMatrix<double> t(comm_, a.layout().with_shape({work_.block, work_.n}),
                           {.init = Init::Uninitialized, .kind = mpi::StorageKind::Shared});
      const double found = seconds_of(comm_, [&] { factor(a, t); });
      if (round > 0) times.push_back(found);
    }
    return median_of(std::move(times));
  }

 private:
  DistMatrix<double> matrix() const {
    const bool is_whole = work_.routine == Routine::Cholesky;
    const Index columns = (work_.n + work_.block - 1) / work_.block;
    const int parts = is_whole ? 1 : static_cast<int>(std::min<Index>(comm_.size(), columns));
    DistMatrix<double> a(comm_, Layout({.shape = {work_.n, work_.n},
                                        .block = {work_.block, work_.block},
                                        .grid = {1, parts}}));
    if (is_whole) a.fill_with(PositiveDefinite<double>(7, work_.n));
    else a.fill_with(Uniform<double>(7, -0.5, 0.5));
    return a;
  }

  void factor(DistMatrix<double>& a, DistMatrix<double>& t) {
    const node::Schedule schedule{work_.plan.teams.size, work_.plan.depth};
    std::vector<int> pivots;
    switch (work_.routine) {
      case Routine::Lu: (void)node::factor_lu(room_, a, pivots, schedule); return;
      case Routine::Qr: node::factor_qr(room_, a, t, schedule); return;
      default: (void)node::factor_cholesky(room_, comm_.size(), a, schedule);
    }
  }

  mpi::CommunicatorView comm_;
  node::Factorisation work_;
  node::Room& room_;
};

template <class V>
std::vector<V> or_else(const std::vector<V>& chosen, std::vector<V> otherwise) {
  return chosen.empty() ? otherwise : chosen;
}

std::string name_of(const node::Factorisation& work) {
  return fmt::format("| {} | {} | {} | {} | {} | {} |", to_string(work.routine), work.n,
                     work.plan.teams.crew, work.block, work.plan.teams.size, work.plan.depth);
}

void check(mpi::CommunicatorView comm, const Options& options) {
  const node::KernelRates rates = rates_of(options);
  say(comm,
      "| routine | n | ranks | block | team | ahead | predicted s | measured s | error |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  double largest = 0;
  const auto compare = [&](const node::Factorisation& work) {
    const double measured = Measured(comm, work).seconds(options.rounds);
    const double predicted = node::dry_run(work, rates).seconds;
    const double error = predicted / measured - 1;
    largest = std::max(largest, std::abs(error));
    say(comm, fmt::format("{} {:.4f} | {:.4f} | {:+.1f} % |\n", name_of(work), predicted, measured,
                          100 * error));
  };
  for (const Routine routine : chosen(options))
    for (const Index n : options.n)
      for (const Index block : or_else(options.blocks, {128}))
        for (const int depth : or_else(options.depths, {1}))
          for (const int team : or_else(options.teams, {1}))
            compare({routine, n, block, {{comm.size(), std::min(team, comm.size())}, depth}});
  say(comm, fmt::format("The largest error is {:.1f} %.\n", 100 * largest));
}

double flops_of(Routine routine, Index n) {
  const double cube = std::pow(static_cast<double>(n), 3);
  return cube * (routine == Routine::Lu ? 2.0 / 3 : routine == Routine::Qr ? 4.0 / 3 : 1.0 / 3);
}

void predict(mpi::CommunicatorView comm, const Options& options) {
  const node::KernelRates rates = rates_of(options);
  say(comm,
      "| routine | n | ranks | block | team | ahead | predicted s | GFLOP/s |\n"
      "|---|---|---|---|---|---|---|---|\n");
  const auto print = [&](const node::Factorisation& work) {
    const double seconds = node::dry_run(work, rates).seconds;
    say(comm, fmt::format("{} {:.4g} | {:.0f} |\n", name_of(work), seconds,
                          flops_of(work.routine, work.n) / seconds * 1e-9));
  };
  for (const Routine routine : chosen(options))
    for (const Index n : options.n)
      for (const Index block :
           or_else(options.blocks, {node::best_block(routine, n, options.ranks)})) {
        const auto crew = static_cast<int>(std::min<Index>(options.ranks, (n + block - 1) / block));
        const int best = node::best_plan(routine, n, block, crew).teams.size;
        for (const int depth : or_else(options.depths, {1}))
          for (const int team :
               or_else(options.teams, best > 1 ? std::vector{1, best} : std::vector{1}))
            print({routine, n, block, {{crew, std::min(team, crew)}, depth}});
      }
}

void run_all(mpi::CommunicatorView comm, Options options) {
  if (options.n.empty()) options.n = {4000};
  if (options.fits) print_fit(comm, options);
  if (options.checks) check(comm, options);
  if (options.ranks > 0) predict(comm, options);
}

void add_options(CLI::App& app, Options& options) {
  app.add_flag("--fit", options.fits,
               "time the kernels on one rank, and print their rates as JSON");
  app.add_option("--fit-to", options.fit_to, "rows of the largest matrix in the fit (4000)")
      ->check(CLI::Range(512, 4000));
  app.add_option("--json", options.json, "write the fitted rates to this file");
  app.add_option("--rates", options.rates, "rates from such a file; else the library's own");
  app.add_flag("--check", options.checks, "time factorisations on these ranks, and predict them");
  app.add_option("--predict", options.ranks,
                 "predict them for as many ranks, with the library's own choice unless given")
      ->check(CLI::PositiveNumber);
  app.add_option("--n", options.n, "orders (4000)")->check(CLI::PositiveNumber)->delimiter(',');
  app.add_option("--routine", options.routines, "lu, qr, cholesky; all unless given")
      ->check(CLI::IsMember({"lu", "qr", "cholesky"}))
      ->delimiter(',');
  app.add_option("--block", options.blocks, "widths of panels")
      ->check(CLI::PositiveNumber)
      ->delimiter(',');
  app.add_option("--team", options.teams, "ranks that share a panel")
      ->check(CLI::PositiveNumber)
      ->delimiter(',');
  app.add_option("--depth", options.depths, "panels that are made ready ahead")
      ->check(CLI::PositiveNumber)
      ->delimiter(',');
  app.add_option("--rounds", options.rounds, "rounds that count")->check(CLI::PositiveNumber);
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  CLI::App app("Fits, checks and asks the model of factorisations on one node");
  ashlar::bench::Options options;
  ashlar::bench::add_options(app, options);
  return ashlar::apps::run_app(app, argc, argv, [&](ashlar::mpi::CommunicatorView world) {
    ashlar::bench::run_all(world, options);
  });
}
