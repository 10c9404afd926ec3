// SPDX-License-Identifier: BSD-3-Clause
#include "cell_pull.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

std::span<const AxisShare> shares_of(const Cell& cell, int dim) {
  return dim < cell.ndims() ? cell.shares(dim) : std::span(&one_index(), 1);
}

}  // namespace

CellPull::CellPull(const Route& route, const Orders& orders, std::span<const Receiver> receivers,
                   bool joined)
    : along_(route.target_dim(orders.target)),
      merged_(route.source_dim(orders.source)),
      turned_(merged_ != along_),
      element_bytes_(route.element_bytes()),
      conjugate_(route.conjugate()),
      triangle_(along_ == 0 ? route.moved() : route.moved().transposed()) {
  std::map<int, Gathering> gatherings;
  int single = 0;
  for (const Receiver& receiver : receivers)
    for (const Cell& cell : receiver.share->cells()) {
      const int key =
          joined ? route.moves().target_band(receiver.rank, cell.block(), 1 - merged_) : single++;
      gatherings[key].push_back({&receiver, &cell});
    }
  for (const auto& [key, gathering] : gatherings) add_group(route, orders, gathering);
}

void CellPull::add_group(const Route& route, const Orders& orders, const Gathering& gathering) {
  std::vector<std::span<const AxisShare>> merged_lists;
  for (const auto& [receiver, cell] : gathering) merged_lists.push_back(shares_of(*cell, merged_));
  const std::span<const AxisShare> common_list = shares_of(*gathering.front().cell, 1 - merged_);
  const std::vector<int> merged_coords = Mosaic::source_coords(merged_lists),
                         common_coords = Mosaic::source_coords({&common_list, 1});
  const auto place_in = [](const std::vector<int>& coords, int coord) {
    return static_cast<std::size_t>(std::lower_bound(coords.begin(), coords.end(), coord) -
                                    coords.begin());
  };
  Group group;
  (turned_ ? group.across : group.along) = Mosaic(merged_lists);
  (turned_ ? group.along : group.across) = Mosaic(common_list);
  if (group.along.count() == 0 || group.across.count() == 0) return;
  group.across_sources = static_cast<int>((turned_ ? merged_coords : common_coords).size());
  group.merged_sources = merged_coords.size();
  group.sources.resize(merged_coords.size() * common_coords.size());
  for (const auto& [receiver, cell] : gathering) {
    group.targets.push_back({receiver->node_rank, cell->block(),
                             route.target_block(receiver->rank, cell->block(), orders.target)});
    const auto merged_shares = shares_of(*cell, merged_);
    group.pairs += merged_shares.size();
    Index elements = 0;
    for (std::size_t m = 0; m < merged_shares.size(); ++m) {
      for (std::size_t c = 0; c < common_list.size(); ++c) {
        const int choice[] = {static_cast<int>(merged_ == 0 ? m : c),
                              static_cast<int>(merged_ == 0 ? c : m)};
        const Box* box = cell->box({choice, static_cast<std::size_t>(cell->ndims())});
        if (box == nullptr) continue;
        const auto node_rank = route.context().node_rank_of(box->rank);
        if (!node_rank) continue;
        elements += box->elements;
        const std::size_t at_merged = place_in(merged_coords, merged_shares[m].coord),
                          at_common = place_in(common_coords, common_list[c].coord);
        group.sources[turned_ ? at_common * merged_coords.size() + at_merged
                              : at_merged * common_coords.size() + at_common] = {
            *node_rank, box->source_block,
            route.source_block(box->rank, box->source_block, orders.source)};
      }
    }
    group.elements.push_back(elements);
  }
  groups_.push_back(std::move(group));
}

bool CellPull::pays_together(int ranks, const SharedFrom& from) const {
  NodeLoad load;
  bool is_short = false;
  for (const Group& group : groups_) {
    for (std::size_t t = 0; t < group.targets.size(); ++t)
      load.add(group.targets[t].node_rank, group.elements[t]);
    // A source of one target is read sequentially anyway.
    const bool is_split = group.pairs > group.merged_sources;
    const Index run = (turned_ ? group.across : group.along).mean_length();
    is_short |= is_split && run * element_bytes_ < tuning().sequential_run_bytes;
  }
  const Index mean = load.mean(ranks) * element_bytes_;
  return (is_short && mean >= from.short_runs) || (load.is_uneven(ranks) && mean >= from.uneven);
}

void CellPull::bind(const Operand& source, const Operand& target, const MoveMemory* own) {
  const Index target_bytes = target.element.size();
  for (Group& group : groups_) {
    group.source_memory.clear();
    for (const Place& place : group.sources) {
      PullSource memory;
      if (place.node_rank >= 0)
        memory = {
            source.storage->part_of(place.node_rank).data + place.owned.offset * element_bytes_,
            place.owned.ld};
      group.source_memory.push_back(memory);
    }
    group.target_memory.clear();
    for (const Place& place : group.targets) {
      if (own != nullptr)
        group.target_memory.push_back({own->target[place.block].data, own->target[place.block].ld});
      else
        group.target_memory.push_back(
            {target.storage->part_of(place.node_rank).data + place.owned.offset * target_bytes,
             place.owned.ld});
    }
    fold_columns(group);
  }
}

/// Folds a group of one column, or of columns without gaps in any memory.
void CellPull::fold_columns(Group& group) const {
  const auto is_whole = [](const Mosaic& side) {
    return side.mean_length() == side.count() && side.source_position(0) == 0 &&
           side.target_position(0) == 0;
  };
  const Index column = group.along.count();
  const auto is_dense = [&](const auto& memory) { return memory.ld == column; };
  const bool is_simple = !turned_ && triangle_.uplo == Uplo::General && group.targets.size() == 1,
             is_one_column = is_simple && group.across.count() == 1 && is_whole(group.across),
             has_no_gaps = is_simple && group.merged_sources == 1 && is_whole(group.along) &&
                           std::ranges::all_of(group.source_memory, is_dense) &&
                           std::ranges::all_of(group.target_memory, is_dense);
  const Index wanted = is_one_column ? 1 : has_no_gaps ? column : 0;
  if (wanted != group.folded_column) {
    group.folded_column = wanted;
    group.folds.clear();
    if (wanted > 0) group.folds = fold(is_one_column ? group.along : group.across, wanted);
  }
  if (!group.folds.empty()) group.folded_memory = group.source_memory;
}

/// Executes a pull of a group by its folds.
void CellPull::run_folds(Group& group, Pull pull, bool stream) {
  pull.across_shares = 1;
  PullTarget target = group.target_memory.front();
  for (const Fold& fold : group.folds) {
    pull.along = &fold.along;
    pull.across = &fold.across;
    for (PullSource& source : group.folded_memory) source.ld = fold.source_ld;
    target.ld = fold.target_ld;
    pull.run(group.folded_memory, {&target, 1}, kernels(), stream);
  }
}

void CellPull::run(const MoveMemory& memory, const LineDistribution& distribution, bool stream) {
  for (Group& group : groups_) {
    const Pull pull{.along = &group.along,
                    .across = &group.across,
                    .turned = turned_,
                    .element_bytes = static_cast<int>(element_bytes_),
                    .conjugate = conjugate_,
                    .triangle = triangle_,
                    .across_shares = group.across_sources,
                    .distribution = distribution};
    if (memory.combine.is_plain() && !group.folds.empty()) run_folds(group, pull, stream);
    else if (memory.combine.is_plain())
      pull.run(group.source_memory, group.target_memory, kernels(), stream);
    else pull_into(group.target_memory.front(), memory.combine, pull, group.source_memory, stream);
  }
}

}  // namespace ashlar::detail
