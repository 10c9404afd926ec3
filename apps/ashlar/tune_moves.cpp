// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/plan.hpp>

#include "tune_trials.hpp"

namespace ashlar::apps {
namespace {

using ashlar::detail::Tuning;
using ashlar::detail::TuningField;

constexpr int moves_of_a_trial = 12, small_moves = 96, rounds_of_moves = 4;
constexpr double gain_of_moves = 0.03, confirmed_gain = 0.02;
constexpr double slower = 1.05, most_slower = 0.15;  // a share of the moves
constexpr double much_slower = 1.25;                 // for any move
constexpr double small_slower = 1.015;               // small moves in the mean

/// Elements of a rank in random moves and in a timed loop of them; least rows and columns.
struct Size {
  Index least, most, looped, narrowest;
};
constexpr Size large{Index{1} << 17, Index{1} << 22, 0, 256},
    small{256, Index{1} << 15, Index{1} << 15, 16};

struct Knob {
  const char* name;
  std::vector<double> values;
};

const Knob knobs[] = {
    {"kernels", {2, 3}},
    {"stream_from_bytes", {1 << 20, 4 << 20, 16 << 20, 1 << 30}},
    {"columns_side_by_side", {4, 8, 32, 64}},
    {"plain_run_bytes", {64, 256, 512}},
    {"panel_columns", {4, 16}},
    {"streamed_run_bytes", {1 << 10, 1 << 12, 1 << 17, 1 << 30}},
    {"prefetch_level", {1, 2}},
    {"shared_block_bytes", {0, 1 << 18, 1 << 21}},
    {"copy_bytes_ahead", {0, 4096, 16384, 65536}},
    {"band_rows", {8, 16, 32, 128}},
    {"band_lines", {1, 4}},
    {"band_lines_ahead", {0, 4, 16, 32}},
};

Layout scaled_layout(Dice& dice, Shape shape, int ranks) {
  return Layout({.shape = shape,
                 .block = {dice.scaled_from(1, shape.rows), dice.scaled_from(1, shape.cols)},
                 .grid = random_grid(dice, ranks)});
}

/// Seconds of the slowest rank.
template <class F>
double seconds_of(mpi::CommunicatorView world, F&& f) {
  world.barrier();
  const double begin = MPI_Wtime();
  f();
  return slowest(world, MPI_Wtime() - begin);
}

/// Logarithm of the time of each candidate over that of the first, for one random move.
std::vector<double> log_ratios(TuneRun& run, const std::vector<Tuning>& candidates,
                               const Size& size) {
  const int ranks = run.world.size();
  const Index of_rank = run.dice.scaled_from(size.least, size.most),
              elements = of_rank * std::min(ranks, 8), calls = 1 + size.looped / of_rank,
              rows = run.dice.scaled_from(size.narrowest, elements / size.narrowest);
  const Shape shape{rows, elements / rows};
  const Op op = run.dice.below(3) == 0 ? Op::Trans : Op::None;
  const Layout source = scaled_layout(run.dice, shape, ranks),
               target =
                   scaled_layout(run.dice, op == Op::Trans ? shape.transposed() : shape, ranks);
  DistMatrix<double> a(run.world, source), b(run.world, target);
  a.fill(1);
  b.fill(0);
  std::vector<Plan<double>> plans;
  for (const Tuning& candidate : candidates) {
    ashlar::detail::set_tuning(candidate);
    plans.emplace_back(run.world, transfers(source, target, {.op = op}));
    plans.back().run(a, b);
  }
  const std::size_t count = candidates.size();
  std::vector<double> best(count, std::numeric_limits<double>::infinity());
  for (std::size_t round = 0; round < rounds_of_moves; ++round)
    for (std::size_t turn = 0; turn < count; ++turn) {
      const std::size_t k = (turn + round) % count;
      ashlar::detail::set_tuning(candidates[k]);
      best[k] = std::min(best[k], seconds_of(run.world, [&] {
                           for (Index call = 0; call < calls; ++call) plans[k].run(a, b);
                         }));
    }
  std::vector<double> logs;
  for (const double seconds : best) logs.push_back(std::log(seconds / best.front()));
  return logs;
}

/// Time of a candidate over that of the first.
struct Ratio {
  double mean = 0;    ///< geometric, over random moves
  double slower = 0;  ///< share of the moves that it slows down
  double worst = 0;   ///< of one move
};

/// Ratios of the candidates; empty if the time is over before a third of the moves.
std::vector<Ratio> ratios_of(TuneRun& run, const std::vector<Tuning>& candidates, int moves,
                             const Size& size = large) {
  std::vector<Ratio> ratios(candidates.size());
  int done = 0;
  for (; done < moves && !run.is_over(); ++done) {
    const std::vector<double> logs = log_ratios(run, candidates, size);
    for (std::size_t k = 0; k < ratios.size(); ++k) {
      ratios[k].mean += logs[k];
      if (logs[k] > std::log(slower)) ratios[k].slower += 1;
      ratios[k].worst = std::max(ratios[k].worst, std::exp(logs[k]));
    }
  }
  if (3 * done < moves) return {};
  for (Ratio& ratio : ratios)
    ratio = {std::exp(ratio.mean / done), ratio.slower / done, ratio.worst};
  return ratios;
}

/// Numbers that are faster than others.
struct Better {
  Tuning numbers;
  double gain;
};

/// The fastest candidate if it is better than the first; nullopt also if the time is over.
/// @param are_known  measured on many moves before: single moves do not count
std::optional<Better> better_of(TuneRun& run, std::vector<Tuning> candidates, bool are_known) {
  const Tuning numbers = candidates.front();
  candidates.push_back(numbers);  // shows the noise
  const std::vector<Ratio> ratios = ratios_of(run, candidates, moves_of_a_trial);
  if (ratios.size() < 3) return std::nullopt;
  const auto best =
      std::ranges::min_element(ratios.begin() + 1, ratios.end() - 1, {}, &Ratio::mean);
  const double noise = std::abs(std::log(ratios.back().mean));
  if (-std::log(best->mean) < gain_of_moves + noise) return std::nullopt;
  const Tuning chosen = candidates[static_cast<std::size_t>(best - ratios.begin())];
  const std::vector<Ratio> again = ratios_of(run, {numbers, chosen}, 2 * moves_of_a_trial);
  if (again.empty() || -std::log(again[1].mean) < confirmed_gain) return std::nullopt;
  if (!are_known && (again[1].slower > most_slower || again[1].worst > much_slower))
    return std::nullopt;
  const std::vector<Ratio> in_cache = ratios_of(run, {numbers, chosen}, small_moves, small);
  if (in_cache.empty() || in_cache[1].mean > small_slower) return std::nullopt;
  return Better{chosen, 1 / again[1].mean};
}

/// `numbers` with the measured ones of each set of known defaults, which gain only together.
std::vector<Tuning> with_known(const Tuning& numbers) {
  std::vector<Tuning> candidates{numbers};
  for (const Tuning& known : ashlar::detail::known_defaults()) {
    Tuning candidate = numbers;
    for (const Knob& knob : knobs) {
      const TuningField& field = *ashlar::detail::find_tuning_field(knob.name);
      field.set(candidate, field.value(known));
    }
    if (candidate != numbers) candidates.push_back(candidate);
  }
  return candidates;
}

/// `numbers` with each other value of a knob.
std::vector<Tuning> with_values(const Tuning& numbers, const Knob& knob) {
  const TuningField& field = *ashlar::detail::find_tuning_field(knob.name);
  std::vector<Tuning> candidates{numbers};
  for (const double value : knob.values) {
    if (value == field.value(numbers)) continue;
    candidates.push_back(numbers);
    field.set(candidates.back(), value);
  }
  return candidates;
}

}  // namespace

std::vector<TunedNumber> tune_moves(TuneRun& run, Tuning& numbers) {
  const Tuning before = numbers;
  std::map<std::string, double> gains;
  const auto try_all = [&](std::vector<Tuning> candidates, bool are_known) {
    const auto better = better_of(run, std::move(candidates), are_known);
    if (!better) return;
    for (const Knob& knob : knobs) {
      const TuningField& field = *ashlar::detail::find_tuning_field(knob.name);
      if (field.value(better->numbers) != field.value(numbers))
        gains.try_emplace(knob.name, 1).first->second *= better->gain;
    }
    numbers = better->numbers;
  };
  try_all(with_known(numbers), true);
  for (const Knob& knob : knobs) try_all(with_values(numbers, knob), false);
  ashlar::detail::set_tuning(numbers);

  std::vector<TunedNumber> changed;
  for (const Knob& knob : knobs) {
    const TuningField& field = *ashlar::detail::find_tuning_field(knob.name);
    if (field.value(numbers) != field.value(before))
      changed.push_back(
          {knob.name, field.value(before), field.value(numbers), gains.at(knob.name)});
  }
  return changed;
}

}  // namespace ashlar::apps
