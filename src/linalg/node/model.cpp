// SPDX-License-Identifier: BSD-3-Clause
#include "model.hpp"

namespace ashlar::node {

const KernelRates& common_rates() {
  static const KernelRates rates{.product = 2.25e-11,
                                 .product_factor = 1.51e-10,
                                 .triangle = 2.42e-11,
                                 .triangle_result = 6.73e-10,
                                 .lu_panel = 2.29e-11,
                                 .lu_panel_element = 1.29e-9,
                                 .qr_panel = 2.65e-11,
                                 .qr_panel_element = 2.15e-9,
                                 .cholesky_square = 1.27e-11,
                                 .cholesky_square_element = 1.07e-9,
                                 .column = 4.77e-11,
                                 .column_call = 2.62e-8,
                                 .exchange = 8.53e-9,
                                 .late_exchange = 2.68e-9,
                                 .node_traffic = 1 / 200e9,
                                 .meeting = 5e-6,
                                 .meeting_of = 5e-7};
  return rates;
}

namespace {

constexpr int widest_team = 8;

double predicted(const Factorisation& work) { return dry_run(work, common_rates()).seconds; }

}  // namespace

bool is_modelled(int ranks) {
  // The most ranks for which the choice was measured.
  constexpr int most_measured = 8;
  return ranks > most_measured;
}

CrewPlan best_plan(Routine routine, Index n, Index block, int ranks) {
  constexpr double least_gain = 1.05;
  CrewPlan best{{ranks, 1}};
  if (!is_modelled(ranks)) return best;
  double seconds = predicted({routine, n, block, best}) / least_gain;
  for (int size = 2; size <= widest_team; size *= 2) {
    const CrewPlan plan{{ranks, size}};
    const double found = predicted({routine, n, block, plan});
    if (found >= seconds) continue;
    seconds = found;
    best = plan;
  }
  return best;
}

Index best_block(Routine routine, Index n, int ranks) {
  Index best = 0;
  double seconds = 0;
  for (const Index block : {192, 128, 96, 64}) {
    const auto columns = static_cast<int>(std::clamp<Index>((n + block - 1) / block, 1, ranks));
    const CrewPlan plan{{columns, std::min(columns, 4)}};
    const double found = predicted({routine, n, block, plan});
    if (best > 0 && found >= seconds) continue;
    seconds = found;
    best = block;
  }
  return best;
}

}  // namespace ashlar::node
