// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

#include "support/memory_use.hpp"
#include "support/timing.hpp"

namespace ashlar::bench {
namespace {

// Short trials need several warm-ups to be in the caches again.
constexpr int most_warm_ups = 4;
constexpr double long_warm_up = 5e-3;  // seconds
constexpr double needs_no_warm_up = 0.05;

double timed(const Setting& setting, const Trial& trial) {
  if (trial.prepare) trial.prepare();
  const double seconds = seconds_of(setting.comm, trial.run);
  if (trial.settle) trial.settle();
  return seconds;
}

void check(const Trial& trial, Measured& measured) {
  if (!trial.residual) return;
  const double residual = trial.residual();
  if (std::isnan(residual) || residual > measured.residual) measured.residual = residual;
  measured.verified = measured.verified && residual < right_below;
}

/// First call, without reserved memory, which shows the memory that a user's program needs.
Measured warm_up(const Setting& setting, const Trial& trial) {
  Measured measured{.name = trial.name, .verified = true};
  if (trial.name.starts_with("ashlar")) {
    trial.prepare();
    mpi::Context::of(setting.comm).trim();
    measured.extra_bytes = memory_use_of(setting.comm, [&] {
                             measured.first = seconds_of(setting.comm, trial.run);
                           }).peak;
  } else {
    measured.first = timed(setting, trial);
  }
  check(trial, measured);
  return measured;
}

/// An algorithm may be missing for this type or size only: then all ranks throw.
Measured warm_up_or_refusal(const Setting& setting, const Trial& trial) {
  try {
    return warm_up(setting, trial);
  } catch (const ArgumentError& error) {
    return {.name = trial.name, .refusal = error.what()};
  }
}

double counted(const Setting& setting, const Trial& trial, double first) {
  if (first < needs_no_warm_up)
    for (int k = 0; k < most_warm_ups; ++k)
      if (timed(setting, trial) > long_warm_up) break;
  return timed(setting, trial);
}

}  // namespace

std::vector<Measured> run_in_turn(const Setting& setting, const std::vector<Trial>& trials) {
  std::vector<Measured> results;
  for (const Trial& trial : trials) results.push_back(warm_up_or_refusal(setting, trial));
  std::mt19937 same_on_all_ranks;
  std::vector<std::size_t> order(trials.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 1; round <= setting.rounds; ++round) {
    std::shuffle(order.begin(), order.end(), same_on_all_ranks);
    for (std::size_t t : order) {
      if (!results[t].refusal.empty() || results[t].first > long_run) continue;
      results[t].seconds.push_back(counted(setting, trials[t], results[t].first));
      if (round == setting.rounds) check(trials[t], results[t]);
    }
  }
  for (Measured& result : results)
    if (result.seconds.empty()) result.seconds = {result.first};
  return results;
}

}  // namespace ashlar::bench
