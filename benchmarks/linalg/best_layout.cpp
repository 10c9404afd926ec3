// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/best_layout.hpp"

#include <algorithm>

#include <ashlar/base/concat.hpp>

#include "support/timing.hpp"

namespace ashlar::bench {
namespace {

constexpr Index moderate_size = 2000;
constexpr double long_search = 6;  // seconds, for all candidates or for one at full size
constexpr double needs_no_second = 2;
constexpr std::size_t finalists = 3;

struct Candidate {
  Block block;
  GridShape grid;
  double seconds = 0;

  Layout layout(Index n) const { return Layout({.shape = {n, n}, .block = block, .grid = grid}); }
};

std::vector<Candidate> all_candidates(int ranks) {
  std::vector<Candidate> all;
  for (int rows = 1; rows <= ranks; ++rows)
    for (Index block : {64, 96, 32, 128})
      if (ranks % rows == 0) all.push_back({{block, block}, {rows, ranks / rows}});
  return all;
}

/// Minimum of two runs, since the first includes initialisations; one run if these are negligible.
double seconds_to_run(const Setting& setting, const ScalapackTrial& make, Index n,
                      const Candidate& candidate) {
  const TrialList list = make(n, candidate.layout(n));
  double best = 0;
  for (int k = 0; k < 2; ++k) {
    list.trials[0].prepare();
    const double s = seconds_of(setting.comm, list.trials[0].run);
    best = k == 0 ? s : std::min(best, s);
    if (best > needs_no_second) break;
  }
  return best;
}

void sort_by_time(std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.seconds < b.seconds; });
}

double growth(Index from, Index to) {
  const double ratio = static_cast<double>(to) / static_cast<double>(from);
  return ratio * ratio * ratio;
}

}  // namespace

Layout best_scalapack_layout(const Setting& setting, const ScalapackTrial& make) {
  std::vector<Candidate> candidates = all_candidates(setting.comm.size());
  Index n = std::min(setting.n, moderate_size);
  while (n > 500) {
    const double seconds = seconds_to_run(setting, make, n / 4, candidates[0]);
    if (seconds * growth(n / 4, n) * 2 * static_cast<double>(candidates.size()) < long_search)
      break;
    n /= 2;
  }
  for (Candidate& candidate : candidates)
    candidate.seconds = seconds_to_run(setting, make, n, candidate);
  sort_by_time(candidates);
  if (n < setting.n && candidates[0].seconds * growth(n, setting.n) < long_search) {
    candidates.resize(std::min(candidates.size(), finalists));
    for (Candidate& candidate : candidates)
      candidate.seconds = seconds_to_run(setting, make, setting.n, candidate);
    sort_by_time(candidates);
  }
  return candidates[0].layout(setting.n);
}

std::string describe(const Layout& layout) {
  return concat(layout.block().rows, "x", layout.block().cols, " on ", layout.grid().rows, "x",
                layout.grid().cols);
}

}  // namespace ashlar::bench
