// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <functional>

#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/qr.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/matrix/generate.hpp>

#include "linalg/local/blas.hpp"
#include "linalg/local/kernel_gemm.hpp"
#include "linalg/local/openblas.hpp"
#include "tune_trials.hpp"

namespace ashlar::apps {
namespace {

using ashlar::detail::Tuning;
using ashlar::detail::TuningField;

constexpr int fewest_pairs = 9, most_pairs = 101;
constexpr double seconds_of_pairs = 0.3;  // of an order
// In a virtual machine the ratios of times change by a third within minutes.
constexpr double least_gain = 1.5;
constexpr double least_product_gain = 1.05;
constexpr int passes = 2;
// Multiples of blocks are left out: ELPA is faster there only (384 but not 400).
constexpr Index orders[] = {70, 100, 140, 203, 270, 390, 530, 770};
constexpr Index needed_order = 530;  // a border without a sample there remains

/// A positive definite A, and a right-hand side.
struct Operands {
  DistMatrix<double> a, b;
};

/// A crossover: below the order `low` is faster, above `high`.
struct Crossover {
  const char* name;
  Algorithm low, high;
  std::function<void(const Operands&, Algorithm)> routine;
  Index Tuning::*from = nullptr;  ///< lower orders use neither
};

std::vector<Crossover> crossovers() {
  const auto lu = [](const Operands& of, Algorithm how) {
    (void)solve(of.a, of.b, {.how = {.algorithm = how}});
  };
  const auto cholesky = [](const Operands& of, Algorithm how) {
    (void)cholesky_solve(of.a, of.b, {.how = {.algorithm = how}});
  };
  const auto qr = [](const Operands& of, Algorithm how) {
    (void)qr_factor(of.a, {.algorithm = how});
  };
  const auto eigen = [](const Operands& of, Algorithm how) {
    (void)symmetric_eigen(of.a, {.how = {.algorithm = how}});
  };
  const auto values = [](const Operands& of, Algorithm how) {
    (void)svd(of.a, SvdVectors::Thin, {.algorithm = how});
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

/// Median logarithm of the time of `high` over that of `low`, equal on all ranks as the times are.
template <class Low, class High>
double median_log_ratio(Low&& low, High&& high) {
  low();
  high();
  std::vector<double> logs;
  for (double total = 0; std::ssize(logs) < fewest_pairs ||
                         (std::ssize(logs) < most_pairs && total < seconds_of_pairs);) {
    const bool low_first = logs.size() % 2 == 0;
    const double first = low_first ? low() : high(), second = low_first ? high() : low();
    logs.push_back(std::log(low_first ? second / first : first / second));
    total += first + second;
  }
  std::ranges::sort(logs);
  return logs[logs.size() / 2];
}

Sample sample_at(TuneRun& run, const Crossover& what, Index n) {
  const ProcessGrid grid = ProcessGrid::balanced(run.world);
  const Blocking blocking{.block = {64, 64}};
  const Operands operands{generate<double>(grid, {n, n}, blocking, PositiveDefinite<double>(1, n)),
                          generate<double>(grid, {n, 1}, blocking, Uniform<double>(2, -1, 1))};
  const auto seconds = [&](Algorithm how) {
    run.world.barrier();
    const double begin = MPI_Wtime();
    what.routine(operands, how);
    return slowest(run.world, MPI_Wtime() - begin);
  };
  return {n,
          median_log_ratio([&] { return seconds(what.low); }, [&] { return seconds(what.high); })};
}

/// Replaces ?gemm by the kernels of the library in large products, or the reverse, if all ranks at
/// once are faster then, in two measurements.
void tune_products(TuneRun& run, Tuning& numbers, std::vector<TunedNumber>& changed) {
  constexpr Index n = 500, used = Index{1} << 20, unused = Tuning().packed_work_from;
  const auto* kernels = local::product_kernels<double>();
  const local::BlasThreads threads;
  const bool has_choice = kernels && kernels->packed && local::blas_threads() == 1;
  if (slowest(run.world, has_choice ? 0 : 1) > 0 || run.is_over()) return;
  const std::vector<double> a(n * n, 1.5), b(n * n, 0.5);
  std::vector<double> c(n * n);
  const Tuning before = numbers;
  Tuning after = numbers;
  after.packed_work_from = before.packed_work_from > n * n * n ? used : unused;
  const auto seconds = [&](const Tuning& tuning) {
    ashlar::detail::set_tuning(tuning);
    run.world.barrier();
    const double begin = MPI_Wtime();
    local::gemm<double>(1, local::plain(local::Tile<const double>{a.data(), n, n, n}),
                        local::plain(local::Tile<const double>{b.data(), n, n, n}), 0,
                        {c.data(), n, n, n});
    return slowest(run.world, MPI_Wtime() - begin);
  };
  const auto gain = [&] {
    return std::exp(
        median_log_ratio([&] { return seconds(after); }, [&] { return seconds(before); }));
  };
  double found = gain();
  if (found > least_product_gain) found = std::min(found, gain());
  if (found > least_product_gain) {
    numbers = after;
    changed.push_back({"packed_work_from", static_cast<double>(before.packed_work_from),
                       static_cast<double>(after.packed_work_from), found});
  }
  ashlar::detail::set_tuning(numbers);
}

/// Logarithm of a ratio of times as a linear function of the logarithm of the order.
struct Line {
  double center, value, slope;

  double at(double order) const { return value + slope * (std::log(order) - center); }
};

/// Weighted least squares. The largest ratios count least: they show the costs of one algorithm,
/// not the crossover.
Line fit(const std::vector<Sample>& samples) {
  double weights = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [order, log_ratio] : samples) {
    const double weight = 1 / (0.1 + std::abs(log_ratio)), at = std::log(order);
    weights += weight;
    x += weight * at;
    y += weight * log_ratio;
    xx += weight * at * at;
    xy += weight * at * log_ratio;
  }
  const double center = x / weights, square = xx - center * x;
  const bool is_one_order = square < 1e-6 * weights;
  return {center, y / weights, is_one_order ? 0 : (xy - center * y) / square};
}

/// Order at which the line crosses zero. Beyond the samples nothing is known, so that a border
/// there remains.
double border_of(const Line& line, const std::vector<Sample>& samples, double before) {
  const auto [first, last] = std::ranges::minmax(samples, {}, &Sample::order);
  const double lowest = static_cast<double>(first.order),
               highest = std::round(1.25 * static_cast<double>(last.order));
  if (line.at(lowest) > 0 && line.at(highest) < 0)
    return std::round(std::exp(line.center - line.value / line.slope));
  if (line.at(lowest) <= 0 && line.at(highest) <= 0) return std::min(before, lowest);
  if (line.at(lowest) >= 0 && line.at(highest) >= 0) return std::max(before, highest);
  return before;
}

/// Mean logarithm of the ratio of times before and after, of the orders timed between the borders:
/// the line is not exact enough there.
double gain_between(const std::vector<Sample>& samples, double before, double after) {
  double sum = 0, count = 0;
  for (const auto& [order, log_ratio] : samples) {
    const auto n = static_cast<double>(order);
    if (n < std::min(before, after) || n >= std::max(before, after)) continue;
    sum += after > before ? log_ratio : -log_ratio;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace

std::vector<TunedNumber> tune_linalg(TuneRun& run, Tuning& numbers) {
  std::vector<TunedNumber> changed;
  tune_products(run, numbers, changed);
  if (run.world.size() < 2) return changed;
  const std::vector<Crossover> all = crossovers();
  std::vector<std::vector<Sample>> samples(all.size());
  // Other processes may slow an algorithm for seconds: each order is timed in separate passes.
  for (int pass = 0; pass < passes; ++pass)
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Index least = all[k].from != nullptr ? numbers.*all[k].from : 0;
      for (const Index n : orders)
        if (n >= least && !run.is_over()) samples[k].push_back(sample_at(run, all[k], n));
    }
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (std::ranges::none_of(samples[k], [](const Sample& s) { return s.order == needed_order; }))
      continue;
    const TuningField& field = *ashlar::detail::find_tuning_field(all[k].name);
    const Line line = fit(samples[k]);
    const double before = field.value(numbers), after = border_of(line, samples[k], before);
    const double gain = std::exp(gain_between(samples[k], before, after));
    if (gain < least_gain) continue;
    changed.push_back({all[k].name, before, after, gain});
    field.set(numbers, after);
  }
  ashlar::detail::set_tuning(numbers);
  return changed;
}

}  // namespace ashlar::apps
