// SPDX-License-Identifier: BSD-3-Clause
#include "dry_run.hpp"

#include <utility>

namespace ashlar::node {
namespace {

double product(Index m, Index n, Index k) {
  return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
}

// With a unit triangle of order m.
double solve(Index m, Index n) {
  return static_cast<double>(m) * static_cast<double>(m) * static_cast<double>(n);
}

// What a team does: each member's flops, and in turn the largest of them between two meetings.
class TeamWork {
 public:
  explicit TeamWork(const Teams& teams)
      : teams_(teams), flops_(static_cast<std::size_t>(teams.size)), now_(flops_) {}

  // `f` (place): flops of each member.
  template <class F>
  void add(F&& f) {
    for (int place = 0; place < teams_.size; ++place)
      now_[static_cast<std::size_t>(place)] += f(place);
  }
  void meet() {
    end();
    ++meetings_;
  }
  // As if all met.
  void end() {
    chain_ += *std::max_element(now_.begin(), now_.end());
    for (std::size_t place = 0; place < now_.size(); ++place) flops_[place] += now_[place];
    std::fill(now_.begin(), now_.end(), 0);
  }

  double flops(int place) const { return flops_[static_cast<std::size_t>(place)]; }
  double chain() const { return chain_; }
  Index meetings() const { return meetings_; }

 private:
  Teams teams_;
  std::vector<double> flops_;
  std::vector<double> now_;  // since the last meeting
  double chain_ = 0;
  Index meetings_ = 0;
};

// Rows of a member's share from row `first` on.
Index rows_from(Range mine, Index first) {
  return mine.last - std::min(std::max(mine.first, first), mine.last);
}

// Elimination of a panel, as in team_panel.cpp.
TeamWork factor_panel(Index rows, Index width, const Teams& teams) {
  TeamWork work(teams);
  const auto mine_from = [&](int place, Index first) {
    return rows_from(teams.share({0, rows}, place), first);
  };
  for (Index first = 0; first < width; first += inner_block) {
    const Index last = std::min(first + inner_block, width);
    for (Index j = first; j < last; ++j) {
      work.add([&](int place) {
        return solve(j - first, 1) + product(mine_from(place, j), 1, j - first);
      });
      work.meet();
      work.add([&](int place) { return static_cast<double>(mine_from(place, j + 1)); });
    }
    work.add([&](int place) {
      return solve(last - first, width - last) +
             product(mine_from(place, last), width - last, last - first);
    });
  }
  work.end();
  return work;
}

// Update of panel k by the one before.
TeamWork update_panel(Index n, const Panels& panels, int k, const Teams& teams) {
  TeamWork work(teams);
  const Index width = panels.width(k), before = panels.width(k - 1);
  work.meet();
  work.add([&](int place) { return solve(before, teams.share({0, width}, place).size()); });
  work.meet();
  work.add([&](int place) {
    return product(teams.share({panels.begin(k), n}, place).size(), width, before);
  });
  work.end();
  return work;
}

class DryRun {
 public:
  DryRun(Index n, Index block, const Teams& teams, const Rates& rates)
      : n_(n),
        panels_{n, block},
        teams_(teams),
        rates_(rates),
        columns_(static_cast<std::size_t>(teams.crew)),
        clocks_(columns_.size()) {
    work_.panels = panels_.count();
    work_.flops.resize(columns_.size());
    for (int k = 0; k < panels_.count(); ++k) of(columns_, teams_.owner(k)) += panels_.width(k);
  }

  Work run() {
    if (work_.panels > 0) team_factors(0);
    for (int k = 0; k < work_.panels; ++k) {
      for (double& clock : clocks_) clock = std::max(clock, ready_);
      of(columns_, teams_.owner(k)) -= panels_.width(k);
      if (k + 1 < work_.panels) {
        gather_team(k + 1);
        team_updates(k + 1);
        team_factors(k + 1);
      }
      for (int rank = 0; rank < teams_.crew; ++rank) update_rest(k, rank);
    }
    work_.seconds = *std::max_element(clocks_.begin(), clocks_.end());
    return std::move(work_);
  }

 private:
  template <class V>
  static V& of(std::vector<V>& values, int rank) {
    return values[static_cast<std::size_t>(rank)];
  }

  // Nobody in a team begins before all are there.
  void gather_team(int k) {
    double last = 0;
    for (int p = 0; p < teams_.size; ++p) last = std::max(last, of(clocks_, teams_.member(k, p)));
    for (int p = 0; p < teams_.size; ++p) of(clocks_, teams_.member(k, p)) = last;
  }

  void team_updates(int k) { add(k, update_panel(n_, panels_, k, teams_), rates_.update); }

  void team_factors(int k) {
    const TeamWork work = factor_panel(n_ - panels_.begin(k), panels_.width(k), teams_);
    work_.elimination += work.chain();
    add(k, work, rates_.panel);
    ready_ = of(clocks_, teams_.owner(k));
  }

  void add(int k, const TeamWork& work, double rate) {
    work_.panel_chain += work.chain();
    double seconds = work.chain() / rate;
    if (teams_.size > 1) {
      work_.meetings += work.meetings();
      seconds += static_cast<double>(work.meetings()) *
                 (rates_.meeting + (teams_.size - 2) * rates_.meeting_of);
    }
    for (int place = 0; place < teams_.size; ++place) {
      of(work_.flops, teams_.member(k, place)) += work.flops(place);
      of(clocks_, teams_.member(k, place)) += seconds;
    }
  }

  // Columns of `rank` right of panel k and of the next one, which its team has updated.
  void update_rest(int k, int rank) {
    const bool owns_next = k + 1 < work_.panels && teams_.owner(k + 1) == rank;
    const Index columns = of(columns_, rank) - (owns_next ? panels_.width(k + 1) : 0);
    const double flops =
        solve(panels_.width(k), columns) + product(n_ - panels_.end(k), columns, panels_.width(k));
    of(work_.flops, rank) += flops;
    of(clocks_, rank) += flops / rates_.update;
  }

  Index n_;
  Panels panels_;
  Teams teams_;
  Rates rates_;
  std::vector<Index> columns_;  // of each rank, right of the current panel
  std::vector<double> clocks_;
  double ready_ = 0;  // when the next panel can be read
  Work work_;
};

}  // namespace

Work dry_run_lu(Index n, Index block, Teams teams, const Rates& rates) {
  return DryRun(n, block, teams, rates).run();
}

}  // namespace ashlar::node
