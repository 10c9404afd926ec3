// SPDX-License-Identifier: BSD-3-Clause
#include "node_pull.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "move/kernels/choices.hpp"

namespace ashlar::detail {
namespace {

constexpr Index short_run = 4096;  // bytes: longer runs are read in sequence anyway

}  // namespace

NodePull::NodePull(const Transfers& transfers, mpi::Context& context, Conjugate conjugate,
                   int element_bytes)
    : triangle_(transfers.moved()),
      turned_(is_transposing(transfers.op())),
      conjugate_(conjugate),
      element_bytes_(element_bytes),
      deal_{context.node_size(), context.node_rank()},
      ranks_(context.node_ranks()) {
  if (context.node_size() == 1) return;
  add_groups(transfers);
  decide(stream_from_bytes(context));
}

void NodePull::add_groups(const Transfers& transfers) {
  const Layout& target = transfers.target();
  std::map<int, Group> by_col;
  for (std::size_t node_rank = 0; node_rank < ranks_.size(); ++node_rank) {
    const auto coord = target.ranks().coord_of(ranks_[node_rank]);
    if (!coord) continue;
    Group& group = by_col[coord->col];
    group.node_ranks.push_back(static_cast<int>(node_rank));
    group.coords.push_back(*coord);
  }
  std::map<int, std::vector<AxisShare>> row_shares;  // by row of the grid
  for (auto& [col, group] : by_col) {
    std::vector<std::vector<AxisShare>> targets;
    for (const Coord& coord : group.coords) {
      const auto [shares, is_new] = row_shares.try_emplace(coord.row);
      if (is_new) shares->second = transfers.row_pairing().into_target(coord.row);
      targets.push_back(shares->second);
    }
    for (const auto& shares : targets) {
      group.pairs += shares.size();
      Index rows = 0;
      for (const AxisShare& share : shares) rows += share.runs.count();
      group.longest_rows = std::max(group.longest_rows, rows);
    }
    const std::vector<AxisShare> col_shares = transfers.col_pairing().into_target(col);
    group.row_sources = Mosaic::source_coords(targets);
    group.col_sources = Mosaic::source_coords({&col_shares, 1});
    group.rows = Mosaic(targets);
    group.cols = Mosaic(col_shares);
    if (group.rows.count() > 0 && group.cols.count() > 0) groups_.push_back(std::move(group));
  }
}

/// Triangles count as if they were full.
void NodePull::decide(Index least_bytes) {
  Index elements = 0, most = 0;
  bool is_short = false;
  for (const Group& group : groups_) {
    elements += group.rows.count() * group.cols.count();
    most = std::max(most, group.longest_rows * group.cols.count());
    // Where no source serves several targets, each is read from end to end anyway.
    const bool is_split = group.pairs > group.row_sources.size();
    is_short |= is_split && group.rows.mean_length() * element_bytes_ < short_run;
  }
  const Index mean = elements / deal_.hands;
  const bool is_uneven = most > mean + mean / 4;
  pays_ = mean * element_bytes_ >= least_bytes && ((is_short && !turned_) || is_uneven);
}

void NodePull::run(const SourceAt& source_at, const TargetAt& target_at) const {
  for (const Group& group : groups_) {
    std::vector<PullSource> sources;
    for (int row : group.row_sources)
      for (int col : group.col_sources) sources.push_back(source_at({row, col}));
    std::vector<PullTarget> targets;
    for (std::size_t k = 0; k < group.coords.size(); ++k)
      targets.push_back(target_at(group.node_ranks[k], group.coords[k]));
    const Pull pull{.along = &group.rows,
                    .across = &group.cols,
                    .turned = turned_,
                    .element_bytes = element_bytes_,
                    .conjugate = conjugate_,
                    .triangle = triangle_,
                    .across_shares = static_cast<int>(group.col_sources.size()),
                    .deal = deal_};
    pull.run(sources, targets, kernels(), true);
  }
}

}  // namespace ashlar::detail
