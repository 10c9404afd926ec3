// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/patchwork.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/layout/detail/runs.hpp>

#include "checked_section.hpp"
#include "share_builder.hpp"

namespace ashlar {
namespace {

using detail::RunList;

/// True if one round is one stretch, and therefore all rounds are.
bool is_one_stretch(const RunList& part) {
  return part.stretches.size() == 1 && part.stretches.front().at == 0 &&
         part.stretches.front().period >= part.period;
}

/// Adds stretches and runs of the round at `base`.
void add_round(const RunList& part, Index base, RunList& whole, Index first) {
  const Index round = base / part.period;
  auto run = part.pattern.begin();
  for (detail::Stretch stretch : part.stretches) {
    const auto end = run + stretch.runs;
    stretch.extent = std::min(stretch.extent, part.extent - base - stretch.at);
    stretch.at += base + first;
    if (stretch.extent > 0) whole.stretches.push_back(stretch);
    for (; run != end; ++run)
      if (stretch.extent > 0)
        whole.pattern.push_back({run->at, run->source_local + round * part.source_step,
                                 run->target_local + round * part.target_step, run->length});
  }
}

/// Runs of a part of a range, with indices of the whole range.
/// @param first   index of the part
/// @param length  of the whole range
RunList counted_from_start(const RunList& part, Index first, Index length) {
  RunList whole;
  whole.period = std::max<Index>(length, 1);
  whole.extent = length;
  if (is_one_stretch(part)) {
    whole.pattern = part.pattern;
    whole.stretches = {{first, part.extent, part.period, part.source_step, part.target_step,
                        part.stretches.front().runs}};
    return whole;
  }
  for (Index base = 0; base < part.extent; base += part.period) add_round(part, base, whole, first);
  return whole;
}

/// Dimension of a placement: a cyclic axis, or bands between cuts.
struct Dimension {
  const Axis* axis = nullptr;
  const std::vector<Index>* cuts = nullptr;
  Index first = 0;  // element at index 0 of the move

  Dimension(const Placement& placement, const Section& section, bool rows)
      : first(rows ? section.rows.first : section.cols.first) {
    if (const Layout* layout = placement.layout()) axis = rows ? &layout->rows() : &layout->cols();
    else cuts = rows ? &placement.block_map()->row_cuts() : &placement.block_map()->col_cuts();
  }

  Index band_at(Index i) const {
    if (axis) return 0;
    return std::upper_bound(cuts->begin(), cuts->end(), first + i) - cuts->begin() - 1;
  }
  Index band_start(Index band) const { return axis ? 0 : (*cuts)[static_cast<std::size_t>(band)]; }
  /// Indices of the move in a band, within [0, length).
  Range indices(Index band, Index length) const {
    if (axis) return {0, length};
    const Index last = (*cuts)[static_cast<std::size_t>(band) + 1];
    return detail::intersection({band_start(band) - first, last - first}, {0, length});
  }
  /// Axis of a band, owned by one process.
  Axis axis_of(Index band) const {
    if (axis) return *axis;
    const Index size = (*cuts)[static_cast<std::size_t>(band) + 1] - band_start(band);
    return {size, std::max<Index>(size, 1), 1, 0};
  }
  /// Hull of the indices in `within` on process `coord`.
  Range owned(int coord, Range within) const {
    if (!axis) return within;
    const Index below = axis->local_count_below(coord, first + within.first);
    const Index end = axis->local_count_below(coord, first + within.last);
    if (below == end) return {within.first, within.first};
    return {axis->to_global(coord, below) - first, axis->to_global(coord, end - 1) - first + 1};
  }
};

/// Block of this rank, or its part of a layout, in the target's orientation.
struct OwnBlock {
  int number = 0;
  BlockAt bands;
  Coord coord;
};

std::vector<OwnBlock> blocks_of(const Placement& placement, int member, bool turned) {
  std::vector<OwnBlock> blocks;
  if (const Layout* layout = placement.layout()) {
    if (const auto coord = layout->ranks().coord_of(member))
      blocks.push_back({0, {}, turned ? coord->transposed() : *coord});
    return blocks;
  }
  int number = 0;
  for (const BlockAt at : placement.block_map()->blocks_of(member))
    blocks.push_back({number++, turned ? BlockAt{at.col, at.row} : at, {}});
  return blocks;
}

/// Rank within its replica's group, and its block.
detail::ShareBuilder::Place place_at(const Placement& placement, Coord coord) {
  if (const Layout* layout = placement.layout()) return {layout->ranks().rank_of(coord), 0};
  const BlockAt at{coord.row, coord.col};
  const BlockMap& map = *placement.block_map();
  return {map.owner(at), static_cast<int>(map.place_of(at))};
}

}  // namespace

Patchwork::Patchwork(const Placement& source, const Placement& target,
                     const TransferOptions& options, std::optional<detail::NearestReplica> nearest)
    : source_(source),
      target_(target),
      part_(detail::checked_part(source.shape(), target.shape(), options)),
      nearest_(nearest ? std::move(*nearest) : detail::NearestReplica(source.replicas())) {
  expect(nearest_.replicas() == source.replicas(),
         "move: the nearest replicas are those of another replication than the source's");
}

bool Patchwork::is_between(const Placement& source, const Placement& target,
                           const TransferOptions& options) const {
  return source_ == source && target_ == target &&
         part_ == detail::checked_part(source.shape(), target.shape(), options);
}

std::vector<detail::AxisShare> Patchwork::shares_of(bool along_rows, bool sending, Index band,
                                                    int coord) const {
  const Dimension from(source_, part_.source, along_rows != is_transposing(part_.op));
  const Dimension to(target_, part_.target, along_rows);
  const Dimension &own = sending ? from : to, &other = sending ? to : from;
  const Shape moved = part_.moved.leading_part(part_.target.shape());
  const Index length = along_rows ? moved.rows : moved.cols;

  std::vector<detail::AxisShare> shares;
  const Range whole = own.indices(band, length);
  const Range mine = own.owned(coord, whole);
  if (mine.empty()) return shares;
  for (Index k = other.band_at(mine.first);; ++k) {
    const Range both = detail::intersection(whole, other.indices(k, length));
    if (!both.empty()) {
      const auto start = [&both](const Dimension& side, Index side_band) {
        return side.first + both.first - side.band_start(side_band);
      };
      const Index from_band = sending ? band : k, to_band = sending ? k : band;
      const detail::AxisPairing pairing{from.axis_of(from_band), start(from, from_band),
                                        to.axis_of(to_band), start(to, to_band), both.size()};
      for (detail::AxisShare& share :
           sending ? pairing.from_source(coord) : pairing.into_target(coord)) {
        if (both.size() < length) share.runs = counted_from_start(share.runs, both.first, length);
        if (other.axis == nullptr) share.coord = static_cast<int>(k);
        shares.push_back(std::move(share));
      }
    }
    if (both.last >= mine.last) return shares;
  }
}

detail::Share Patchwork::share_of(int rank, bool sending) const {
  const Placement &mine = sending ? source_ : target_, &other = sending ? target_ : source_;
  const auto seat = mine.replicas().seat_of(rank);
  if (!seat || part_.target.shape().empty()) return {};
  detail::ShareBuilder builder(sending, part_.moved);
  const bool own_turned = sending && is_transposing(part_.op);
  const bool other_turned = !sending && is_transposing(part_.op);

  std::map<std::pair<bool, Index>, detail::Cell::Shares> known;
  const auto shares = [&](bool along_rows, Index band, int coord) {
    const auto [entry, is_new] = known.try_emplace({along_rows, band});
    if (is_new) entry->second = builder.keep(shares_of(along_rows, sending, band, coord));
    return entry->second;
  };
  const int replicas = sending ? other.replicas().count() : 1;
  const bool per_replica = target_.replicas().count() > 1;
  for (const OwnBlock& block : blocks_of(mine, seat->member, own_turned)) {
    const detail::Cell::Shares rows = shares(true, block.bands.row, block.coord.row);
    const detail::Cell::Shares cols = shares(false, block.bands.col, block.coord.col);
    builder.add(
        block.number, {rows, cols}, replicas,
        [&](const detail::DimList& coords,
            int replica) -> std::optional<detail::ShareBuilder::Place> {
          const Coord coord{coords[0], coords[1]};
          auto [member, number] = place_at(other, other_turned ? coord.transposed() : coord);
          if (!sending) {
            const int from = nearest_.replica_for(rank, per_replica ? seat->replica : rank, member);
            return detail::ShareBuilder::Place{other.replicas().rank_of(from, member), number};
          }
          const int to = other.replicas().rank_of(replica, member);
          if (nearest_.replica_for(to, per_replica ? replica : to, seat->member) != seat->replica)
            return {};
          return detail::ShareBuilder::Place{to, number};
        });
  }
  return std::move(builder).finish();
}

}  // namespace ashlar
