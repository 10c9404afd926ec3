// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/qr.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/matrix/generate.hpp>

#include "tune_trials.hpp"

namespace ashlar::apps {
namespace {

using ashlar::detail::Tuning;
using ashlar::detail::TuningField;

constexpr int rounds_of_orders = 3;
constexpr double gain_of_orders = 0.03;
constexpr Index orders[] = {64, 96, 128, 192, 256, 384, 512, 768};

/// A crossover: below the order `low` is faster, above `high`.
struct Crossover {
  const char* name;
  Algorithm low, high;
  std::function<void(const DistMatrix<double>&, Algorithm)> routine;
};

std::vector<Crossover> crossovers() {
  const auto lu = [](const auto& a, Algorithm how) { (void)lu_factor(a, {.algorithm = how}); };
  const auto cholesky = [](const auto& a, Algorithm how) {
    (void)cholesky_factor(a, Uplo::Lower, {.algorithm = how});
  };
  const auto qr = [](const auto& a, Algorithm how) { (void)qr_factor(a, {.algorithm = how}); };
  const auto eigen = [](const auto& a, Algorithm how) {
    (void)symmetric_eigen(a, {.how = {.algorithm = how}});
  };
  const auto values = [](const auto& a, Algorithm how) {
    (void)svd(a, SvdVectors::Thin, {.algorithm = how});
  };
  std::vector<Crossover> all{
      {"one_rank_lu_below", Algorithm::OneRank, Algorithm::Node, lu},
      {"one_rank_cholesky_below", Algorithm::OneRank, Algorithm::Node, cholesky},
      {"one_rank_qr_below", Algorithm::OneRank, Algorithm::Node, qr},
      {"one_rank_svd_below", Algorithm::OneRank, Algorithm::ScaLapack, values}};
  if (has_elpa()) all.push_back({"elpa_from", Algorithm::ScaLapack, Algorithm::Elpa, eigen});
  all.push_back({"one_rank_eigen_below", Algorithm::OneRank,
                 has_elpa() ? Algorithm::Elpa : Algorithm::ScaLapack, eigen});
  return all;
}

/// Times of both algorithms at an order.
struct Sample {
  Index order;
  double low, high;
};

Sample sample_at(TuneRun& run, const Crossover& what, Index n) {
  const ProcessGrid grid = ProcessGrid::balanced(run.world);
  const auto a =
      generate<double>(grid, {n, n}, {.block = {64, 64}}, PositiveDefinite<double>(1, n));
  const auto seconds = [&](Algorithm how) {
    run.world.barrier();
    const double begin = MPI_Wtime();
    what.routine(a, how);
    return slowest(run.world, MPI_Wtime() - begin);
  };
  Sample sample{n, std::numeric_limits<double>::infinity(),
                std::numeric_limits<double>::infinity()};
  seconds(what.low);
  seconds(what.high);
  for (int round = 0; round < rounds_of_orders; ++round) {
    sample.low = std::min(sample.low, seconds(what.low));
    sample.high = std::min(sample.high, seconds(what.high));
  }
  return sample;
}

/// Order from which `high` stays faster, interpolated in the logarithm; nullopt if it never is.
std::optional<double> crossing(const std::vector<Sample>& samples) {
  const auto log_ratio = [](const Sample& s) { return std::log(s.high / s.low); };
  std::size_t first = samples.size();
  while (first > 0 && log_ratio(samples[first - 1]) < 0) --first;
  if (first == samples.size()) return std::nullopt;
  if (first == 0) return static_cast<double>(samples.front().order);
  const Sample &below = samples[first - 1], &above = samples[first];
  const double part = log_ratio(below) / (log_ratio(below) - log_ratio(above));
  return std::exp(std::log(below.order) + part * std::log(static_cast<double>(above.order) /
                                                          static_cast<double>(below.order)));
}

/// Geometric mean over the orders of the times by the border `before` over those by `after`.
double gain(const std::vector<Sample>& samples, double before, double after) {
  double sum = 0;
  for (const Sample& s : samples) {
    const auto at = static_cast<double>(s.order);
    sum += std::log((at < before ? s.low : s.high) / (at < after ? s.low : s.high));
  }
  return std::exp(sum / static_cast<double>(samples.size()));
}

}  // namespace

std::vector<TunedNumber> tune_linalg(TuneRun& run, Tuning& numbers) {
  std::vector<TunedNumber> changed;
  if (run.world.size() < 2) return changed;
  for (const Crossover& what : crossovers()) {
    std::vector<Sample> samples;
    for (const Index n : orders)
      if (!run.is_over()) samples.push_back(sample_at(run, what, n));
    if (samples.size() < std::size(orders) / 2) break;
    const TuningField& field = *ashlar::detail::find_tuning_field(what.name);
    const double before = field.value(numbers);
    const auto largest = static_cast<double>(samples.back().order);
    // Beyond the orders measured nothing is known: a larger default stays.
    const double after = std::round(crossing(samples).value_or(std::max(before, 1.25 * largest)));
    const double found = gain(samples, before, after);
    if (std::log(found) < gain_of_orders) continue;
    changed.push_back({what.name, before, after, found});
    field.set(numbers, after);
  }
  ashlar::detail::set_tuning(numbers);
  return changed;
}

}  // namespace ashlar::apps
