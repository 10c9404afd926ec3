// SPDX-License-Identifier: BSD-3-Clause
#include "assignment.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>

namespace ashlar::detail {
namespace {

template <class T>
T& at(std::vector<T>& v, int k) {
  return v[static_cast<std::size_t>(k)];
}

/// Matching with prices that prove its optimality: price(position) + price(candidate) >= gain, with
/// equality for matched pairs and price 0 for unmatched ends.
class Matching {
 public:
  Matching(int positions, int candidates, const GainsOf& gains_of)
      : position_price_(static_cast<std::size_t>(positions), 0),
        candidate_price_(static_cast<std::size_t>(candidates), 0),
        candidate_of_(static_cast<std::size_t>(positions), -1),
        position_of_(static_cast<std::size_t>(candidates), -1),
        distance_(static_cast<std::size_t>(candidates), unreached),
        reached_from_(static_cast<std::size_t>(candidates), -1) {
    for (int p = 0; p < positions; ++p) {
      for (const Gain& gain : gains_of(p)) {
        gains_.push_back(gain);
        at(position_price_, p) = std::max(at(position_price_, p), gain.gain);
      }
      starts_.push_back(gains_.size());
    }
  }

  std::vector<int> solve() && {
    for (int p = 0; p < static_cast<int>(candidate_of_.size()); ++p) place(p);
    return std::move(candidate_of_);
  }

 private:
  static constexpr Index unreached = std::numeric_limits<Index>::max();

  std::span<const Gain> gains(int p) const {
    const auto k = static_cast<std::size_t>(p);
    return std::span(gains_).subspan(starts_[k], starts_[k + 1] - starts_[k]);
  }

  /// Relaxes the edges from `p` at `distance`.
  void scan(int p, Index distance) {
    for (const Gain& gain : gains(p)) {
      const Index slack = at(position_price_, p) + at(candidate_price_, gain.candidate) - gain.gain;
      Index& best = at(distance_, gain.candidate);
      if (distance + slack >= best) continue;
      if (best == unreached) touched_.push_back(gain.candidate);
      best = distance + slack;
      at(reached_from_, gain.candidate) = p;
      queue_.push({best, gain.candidate});
    }
  }

  /// Matches `root`, or leaves a position unmatched: the search ends at the nearest free candidate
  /// or the nearest position whose price falls to 0.
  void place(int root) {
    Index end = at(position_price_, root);  // distance of an unmatched position
    int without = root, free_candidate = -1;
    std::vector<std::pair<int, Index>> positions{{root, 0}};
    scan(root, 0);
    while (!queue_.empty()) {
      const auto [distance, c] = queue_.top();
      queue_.pop();
      if (distance >= end) break;
      if (distance > at(distance_, c)) continue;
      const int p = at(position_of_, c);
      if (p < 0) {
        end = distance;
        free_candidate = c;
        break;
      }
      positions.emplace_back(p, distance);
      if (distance + at(position_price_, p) < end) {
        end = distance + at(position_price_, p);
        without = p;
      }
      scan(p, distance);
    }
    for (const auto& [p, distance] : positions)
      at(position_price_, p) -= std::max<Index>(end - distance, 0);
    for (int c : touched_)
      if (at(position_of_, c) >= 0)
        at(candidate_price_, c) += std::max<Index>(end - at(distance_, c), 0);
    if (free_candidate < 0 && without != root) {
      free_candidate = at(candidate_of_, without);
      at(candidate_of_, without) = -1;
    }
    for (int c = free_candidate; c >= 0;) {
      const int p = at(reached_from_, c);
      at(position_of_, c) = p;
      std::swap(at(candidate_of_, p), c);
    }
    for (int c : touched_) at(distance_, c) = unreached;
    touched_.clear();
    queue_ = {};
  }

  std::vector<Gain> gains_;
  std::vector<std::size_t> starts_{0};
  std::vector<Index> position_price_, candidate_price_;
  std::vector<int> candidate_of_, position_of_;
  std::vector<Index> distance_;
  std::vector<int> reached_from_, touched_;
  using Reached = std::pair<Index, int>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue_;
};

}  // namespace

std::vector<int> best_assignment(int positions, int candidates, const GainsOf& gains_of) {
  return Matching(positions, candidates, gains_of).solve();
}

std::vector<int> half_best_assignment(int positions, int candidates, const GainsOf& gains_of) {
  // Bar-Yehuda, Bendel, Freund, Rawitz: Local ratio, ACM Computing Surveys 36 (2004). A pair whose
  // gain exceeds the promises of its ends is kept and raises both by the difference. Accepted from
  // back to front, the pairs that still fit gain half of the optimum at least.
  std::vector<Index> position_promise(static_cast<std::size_t>(positions), 0),
      candidate_promise(static_cast<std::size_t>(candidates), 0);
  std::vector<std::pair<int, int>> kept;
  for (int p = 0; p < positions; ++p) {
    for (const Gain& gain : gains_of(p)) {
      const Index more =
          gain.gain - at(position_promise, p) - at(candidate_promise, gain.candidate);
      if (more <= 0) continue;
      at(position_promise, p) += more;
      at(candidate_promise, gain.candidate) += more;
      kept.emplace_back(p, gain.candidate);
    }
  }
  std::vector<int> assigned(static_cast<std::size_t>(positions), -1);
  std::vector<bool> taken(static_cast<std::size_t>(candidates), false);
  for (; !kept.empty(); kept.pop_back()) {
    const auto [p, c] = kept.back();
    if (at(assigned, p) >= 0 || taken[static_cast<std::size_t>(c)]) continue;
    at(assigned, p) = c;
    taken[static_cast<std::size_t>(c)] = true;
  }
  // Remaining positions take their best free candidate.
  for (int p = 0; p < positions; ++p) {
    if (at(assigned, p) >= 0) continue;
    Index best = 0;
    for (const Gain& gain : gains_of(p)) {
      if (taken[static_cast<std::size_t>(gain.candidate)] || gain.gain <= best) continue;
      best = gain.gain;
      at(assigned, p) = gain.candidate;
    }
    if (best > 0) taken[static_cast<std::size_t>(at(assigned, p))] = true;
  }
  return assigned;
}

}  // namespace ashlar::detail
