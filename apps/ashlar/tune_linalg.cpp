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

constexpr int rounds_of_orders = 6;
constexpr double gain_of_orders = 0.05;
constexpr Index orders[] = {64, 96, 128, 192, 256, 384, 512, 768};

/// A crossover: below the order `low` is faster, above `high`.
struct Crossover {
  const char* name;
  Algorithm low, high;
  std::function<void(const DistMatrix<double>&, Algorithm)> routine;
  Index Tuning::*from = nullptr;  ///< lower orders use neither
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
  all.push_back({"one_rank_eigen_below", Algorithm::OneRank,
                 has_elpa() ? Algorithm::Elpa : Algorithm::ScaLapack, eigen});
  if (has_elpa())
    all.push_back(
        {"elpa_from", Algorithm::ScaLapack, Algorithm::Elpa, eigen, &Tuning::one_rank_eigen_below});
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

/// True if the two borders choose different algorithms at an order.
bool differ_at(Index order, double before, double after) {
  const auto at = static_cast<double>(order);
  return (at < before) != (at < after);
}

/// Geometric mean, over the orders where the borders differ, of the times by `before` over those by
/// `after`; 1 without such orders.
double gain(const std::vector<Sample>& samples, double before, double after) {
  double sum = 0;
  int count = 0;
  for (const Sample& s : samples)
    if (differ_at(s.order, before, after)) {
      sum += std::log(before < after ? s.high / s.low : s.low / s.high);
      ++count;
    }
  return count == 0 ? 1 : std::exp(sum / count);
}

}  // namespace

std::vector<TunedNumber> tune_linalg(TuneRun& run, Tuning& numbers) {
  std::vector<TunedNumber> changed;
  if (run.world.size() < 2) return changed;
  for (const Crossover& what : crossovers()) {
    std::vector<Sample> samples;
    const Index least = what.from != nullptr ? numbers.*what.from : 0;
    for (const Index n : orders)
      if (n >= least && !run.is_over()) samples.push_back(sample_at(run, what, n));
    if (samples.empty() || samples.back().order < orders[std::size(orders) / 2]) break;
    const TuningField& field = *ashlar::detail::find_tuning_field(what.name);
    const double before = field.value(numbers);
    const auto largest = static_cast<double>(samples.back().order);
    // Beyond the orders measured nothing is known: a larger default stays.
    const double after = std::round(crossing(samples).value_or(std::max(before, 1.25 * largest)));
    if (std::log(gain(samples, before, after)) < gain_of_orders) continue;
    std::vector<Sample> again;
    for (const Sample& sample : samples)
      if (differ_at(sample.order, before, after))
        again.push_back(sample_at(run, what, sample.order));
    const double found = gain(again, before, after);
    if (std::log(found) < gain_of_orders) continue;
    changed.push_back({what.name, before, after, found});
    field.set(numbers, after);
  }
  ashlar::detail::set_tuning(numbers);
  return changed;
}

}  // namespace ashlar::apps
