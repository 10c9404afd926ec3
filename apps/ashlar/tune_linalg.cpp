// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <functional>

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

constexpr int fewest_pairs = 9, most_pairs = 101;
constexpr double seconds_of_pairs = 0.3;  // of an order
constexpr double gain_of_orders = 0.08;   // jobs differ by a few per cent at low orders
// Multiples of blocks are left out: ELPA is faster there only (384 but not 400).
constexpr Index orders[] = {70, 100, 140, 203, 270, 390, 530, 770};

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

/// An order, and the median logarithm of the time of `high` over that of `low`.
struct Sample {
  Index order;
  double log_ratio;
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
  seconds(what.low);
  seconds(what.high);
  // Times of the slowest rank: all ranks make the same number of pairs.
  std::vector<double> logs;
  for (double total = 0; std::ssize(logs) < fewest_pairs ||
                         (std::ssize(logs) < most_pairs && total < seconds_of_pairs);) {
    const bool low_first = logs.size() % 2 == 0;
    const double first = seconds(low_first ? what.low : what.high),
                 second = seconds(low_first ? what.high : what.low);
    logs.push_back(std::log(low_first ? second / first : first / second));
    total += first + second;
  }
  std::ranges::sort(logs);
  return {n, logs[logs.size() / 2]};
}

/// Sum over the orders of the logarithm of the time lost by a border.
double loss(const std::vector<Sample>& samples, double border) {
  double sum = 0;
  for (const Sample& s : samples)
    sum += std::max(0.0, static_cast<double>(s.order) < border ? -s.log_ratio : s.log_ratio);
  return sum;
}

/// Samples at the orders where two borders choose different algorithms.
std::vector<Sample> between(const std::vector<Sample>& samples, double one, double other) {
  std::vector<Sample> found;
  for (const Sample& s : samples) {
    const auto order = static_cast<double>(s.order);
    if ((order < one) != (order < other)) found.push_back(s);
  }
  return found;
}

/// Logarithm of the mean gain at these orders if `after` replaces `before`; 0 without orders.
double gain(const std::vector<Sample>& samples, double before, double after) {
  if (samples.empty()) return 0;
  return (loss(samples, before) - loss(samples, after)) / static_cast<double>(samples.size());
}

/// The border of least loss: `before`, the least order, or halfway between neighbouring orders. At
/// orders above the largest one nothing is known, so that a larger `before` stays there.
double best_border(const std::vector<Sample>& samples, double before) {
  std::vector<double> borders{before, static_cast<double>(samples.front().order)};
  for (std::size_t k = 1; k < samples.size(); ++k)
    borders.push_back(std::round(std::sqrt(static_cast<double>(samples[k - 1].order) *
                                           static_cast<double>(samples[k].order))));
  borders.push_back(std::max(before, std::round(1.25 * static_cast<double>(samples.back().order))));
  return *std::ranges::min_element(borders, {},
                                   [&](double border) { return loss(samples, border); });
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
    const double after = best_border(samples, before);
    std::vector<Sample> changing = between(samples, before, after);
    if (gain(changing, before, after) < gain_of_orders) continue;
    for (Sample& sample : changing) sample = sample_at(run, what, sample.order);
    const double found = gain(changing, before, after);
    if (found < gain_of_orders) continue;
    changed.push_back({what.name, before, after, std::exp(found)});
    field.set(numbers, after);
  }
  ashlar::detail::set_tuning(numbers);
  return changed;
}

}  // namespace ashlar::apps
