// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/transfers.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>

#include "assignment.hpp"
#include "axis_volume.hpp"

namespace ashlar {
namespace {

using detail::AxisVolume;
using detail::Gain;

std::vector<int> candidates_of(const RankMap& target, int processes) {
  expect(processes >= 0, "relabelled: there are ", processes,
         " processes; give those that may be chosen, or 0 for those of the target");
  if (processes > 0) {
    expect(processes >= target.required_size(), "relabelled: the number of processes is ",
           processes, ", but the target has rank ", target.required_size() - 1,
           "; give all processes that may hold it");
    std::vector<int> ranks(static_cast<std::size_t>(processes));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
  }
  std::vector<int> ranks = detail::ranks_in_order(target);
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

/// Elements that each position of the target's grid would keep on each rank.
class Keeps {
 public:
  Keeps(const Transfers& moves, const std::vector<int>& candidates, bool largest_only)
      : moves_(moves), candidates_(candidates), largest_only_(largest_only) {
    if (moves.moved().uplo != Uplo::General) return;
    volumes_.emplace_back(moves.row_pairing(), AxisVolume::Side::Target);
    volumes_.emplace_back(moves.col_pairing(), AxisVolume::Side::Target);
  }

  /// Gains by candidate; with largest_only without small ones.
  const std::vector<Gain>& operator()(Coord position) {
    gains_.clear();
    if (volumes_.empty()) {
      const detail::Share share = share_of(position);
      for (const detail::Box& box : share.boxes()) add(box.rank, box.elements);
    } else {
      const auto rows = entries_of(volumes_[0], position.row),
                 cols = entries_of(volumes_[1], position.col);
      const bool swap = is_transposing(moves_.op());
      for (const auto& row : rows)
        for (const auto& col : cols)
          add(moves_.source().ranks().rank_of(swap ? Coord{col.coord, row.coord}
                                                   : Coord{row.coord, col.coord}),
              row.count * col.count);
    }
    return gains_;
  }

  Index on(int candidate, Coord position) const {
    const int rank = candidates_[static_cast<std::size_t>(candidate)];
    if (volumes_.empty()) {
      const detail::Share share = share_of(position);
      for (const detail::Box& box : share.boxes())
        if (box.rank == rank) return box.elements;
      return 0;
    }
    const auto coord = moves_.source().ranks().coord_of(rank);
    if (!coord) return 0;
    const Coord from = is_transposing(moves_.op()) ? coord->transposed() : *coord;
    return volumes_[0].between(position.row, from.row) *
           volumes_[1].between(position.col, from.col);
  }

 private:
  static constexpr std::size_t most_entries = 16;

  /// Share of the position, independent of its rank.
  detail::Share share_of(Coord position) const {
    return moves_.received_by(moves_.target().ranks().rank_of(position));
  }

  std::vector<AxisVolume::Entry> entries_of(const AxisVolume& volume, int coord) const {
    const auto all = volume.of(coord);
    std::vector<AxisVolume::Entry> entries(all.begin(), all.end());
    if (!largest_only_ || entries.size() <= most_entries) return entries;
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.count > b.count; });
    entries.resize(most_entries);
    return entries;
  }

  void add(int rank, Index elements) {
    const auto place = std::lower_bound(candidates_.begin(), candidates_.end(), rank);
    if (place != candidates_.end() && *place == rank)
      gains_.push_back({static_cast<int>(place - candidates_.begin()), elements});
  }

  const Transfers& moves_;
  const std::vector<int>& candidates_;
  bool largest_only_;
  std::vector<AxisVolume> volumes_;  // rows and columns; empty if a triangle couples them
  std::vector<Gain> gains_;
};

Index kept_by(const std::vector<int>& assigned, const Keeps& keeps, GridShape grid) {
  Index kept = 0;
  for (std::size_t p = 0; p < assigned.size(); ++p) {
    const int position = static_cast<int>(p);
    if (assigned[p] >= 0)
      kept += keeps.on(assigned[p], {position / grid.cols, position % grid.cols});
  }
  return kept;
}

}  // namespace

Layout relabelled(const Transfers& moves, int processes) {
  constexpr Index most_exact = 1024;
  return detail::with_chosen_ranks(moves, processes, most_exact);
}

Layout detail::with_chosen_ranks(const Transfers& moves, int processes, Index most_exact) {
  const Layout& target = moves.target();
  const GridShape grid = target.grid();
  const int positions = static_cast<int>(grid.size());
  const std::vector<int> candidates = candidates_of(target.ranks(), processes);
  const bool exact = grid.size() <= most_exact;
  Keeps keeps(moves, candidates, !exact);
  const auto coord_of = [&](int p) { return Coord{p / grid.cols, p % grid.cols}; };
  const detail::GainsOf gains_of = [&](int p) -> const auto& { return keeps(coord_of(p)); };
  const int count = static_cast<int>(candidates.size());
  std::vector<int> assigned = exact ? detail::best_assignment(positions, count, gains_of)
                                    : detail::half_best_assignment(positions, count, gains_of);

  // Positions without kept elements keep their rank if it is free, else take a free one.
  std::vector<int> present(assigned.size(), -1);
  std::vector<bool> taken(candidates.size(), false);
  for (int c : assigned)
    if (c >= 0) taken[static_cast<std::size_t>(c)] = true;
  for (int p = 0; p < positions; ++p) {
    const auto k = static_cast<std::size_t>(p);
    const int rank = target.ranks().rank_of(coord_of(p));
    const auto c = static_cast<std::size_t>(
        std::lower_bound(candidates.begin(), candidates.end(), rank) - candidates.begin());
    present[k] = static_cast<int>(c);
    if (assigned[k] >= 0 || taken[c]) continue;
    assigned[k] = present[k];
    taken[c] = true;
  }
  if (kept_by(assigned, keeps, grid) <= kept_by(present, keeps, grid)) return target;

  std::size_t next = 0;
  std::vector<int> ranks(assigned.size());
  for (std::size_t p = 0; p < assigned.size(); ++p) {
    if (assigned[p] < 0) {
      while (taken[next]) ++next;
      assigned[p] = static_cast<int>(next);
      taken[next] = true;
    }
    ranks[p] = candidates[static_cast<std::size_t>(assigned[p])];
  }
  return {target.rows(), target.cols(), RankMap(grid, GridOrder::Row, std::move(ranks))};
}

}  // namespace ashlar
