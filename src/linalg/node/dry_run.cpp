// SPDX-License-Identifier: BSD-3-Clause
#include "dry_run.hpp"

#include <utility>

#include <ashlar/base/expect.hpp>

#include "dry_sweep.hpp"

namespace ashlar::node {
namespace {

// A sweep (sweep.hpp) of all ranks at once, with a clock for each.
class DryRun {
 public:
  DryRun(const SweepCosts& costs, const CrewPlan& plan)
      : costs_(costs),
        panels_(costs.panels()),
        teams_(plan.teams),
        order_{panels_.count(), plan.depth},
        columns_(static_cast<std::size_t>(teams_.crew)),
        clocks_(columns_.size()),
        ready_(static_cast<std::size_t>(order_.panels)) {
    work_.panels = order_.panels;
    work_.flops.resize(columns_.size());
    for (int k = 0; k < order_.panels; ++k) of(columns_, teams_.owner(k)) += panels_.width(k);
  }

  Work run() {
    if (order_.panels > 0) factor(0);
    for (int s = 0; s < order_.steps() && order_.panels > 0; ++s) step(s);
    for (int k = 0; k < order_.panels; ++k) add(teams_.owner(k), costs_.finish(k));
    if (!clocks_.empty()) work_.seconds = *std::max_element(clocks_.begin(), clocks_.end());
    return std::move(work_);
  }

 private:
  template <class V>
  static V& of(std::vector<V>& values, int at) {
    return values[static_cast<std::size_t>(at)];
  }

  void step(int s) {
    for (; ahead_ < order_.end_ahead(s); ++ahead_)
      of(columns_, teams_.owner(ahead_)) -= panels_.width(ahead_);
    std::vector<bool> has_updated(clocks_.size());
    for (int rank = 0; rank < teams_.crew; ++rank)
      if (order_.can_begin_with_rest(s) && of(clocks_, rank) < of(ready_, s)) {
        update_rest(s, rank);
        has_updated[static_cast<std::size_t>(rank)] = true;
      }
    for (int j = s + 1; j < order_.end_ahead(s); ++j) {
      for (int k = order_.first_applied(s, j); k <= s; ++k) advance(k, j);
      if (j == s + 1) factor(j);
    }
    for (int rank = 0; rank < teams_.crew; ++rank)
      if (!has_updated[static_cast<std::size_t>(rank)]) update_rest(s, rank);
  }

  void factor(int k) {
    const TeamWork work = costs_.factor(k);
    work_.elimination += work.chain().flops;
    add_to_chain(work);
    of(ready_, k) = share(k, work, 0);
  }

  void advance(int k, int j) {
    const TeamWork work = costs_.advance(k, j);
    if (j == k + 1) add_to_chain(work);
    share(j, work, of(ready_, k));
  }

  void add_to_chain(const TeamWork& work) {
    work_.panel_chain += work.chain().flops;
    work_.meetings += work.meetings();
  }

  // Nobody in the team of panel k begins before all are there. Returns when they are done.
  double share(int k, const TeamWork& work, double begin) {
    for (int p = 0; p < teams_.size; ++p) begin = std::max(begin, of(clocks_, teams_.member(k, p)));
    for (int p = 0; p < teams_.size; ++p) {
      of(work_.flops, teams_.member(k, p)) += work.of(p).flops;
      of(clocks_, teams_.member(k, p)) = begin + work.chain().seconds;
    }
    return begin + work.chain().seconds;
  }

  void update_rest(int s, int rank) {
    const int k = order_.rest_panel(s);
    if (k < 0 || of(columns_, rank) == 0) return;
    of(clocks_, rank) = std::max(of(clocks_, rank), of(ready_, k));
    add(rank, costs_.update(k, of(columns_, rank)));
  }

  void add(int rank, const Cost& cost) {
    of(work_.flops, rank) += cost.flops;
    of(clocks_, rank) += cost.seconds;
  }

  const SweepCosts& costs_;
  Panels panels_;
  Teams teams_;
  LookAhead order_;
  int ahead_ = 0;               // panels that are ahead, or were
  std::vector<Index> columns_;  // of each rank, right of these
  std::vector<double> clocks_;
  std::vector<double> ready_;  // when each panel can be read
  Work work_;
};

}  // namespace

Work dry_run(const Factorisation& work, const KernelRates& rates) {
  const Kernels kernels(rates, work.plan.teams.crew);
  switch (work.routine) {
    case Routine::Lu: return DryRun(LuCosts(work, kernels), work.plan).run();
    case Routine::Qr: return DryRun(QrCosts(work, kernels), work.plan).run();
    case Routine::Cholesky: return dry_run_tasks(work, kernels);
    default: break;
  }
  expect(false, "dry run: ", to_string(work.routine), " is no factorisation by block columns");
  return {};
}

}  // namespace ashlar::node
