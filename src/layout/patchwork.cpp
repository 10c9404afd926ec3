// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/patchwork.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

#include <ashlar/base/checked_int.hpp>

#include "checked_section.hpp"

namespace ashlar {
namespace {

/// One dimension of a placement: a single band that an axis deals, or bands between cuts.
struct Dimension {
  const Axis* axis = nullptr;
  const std::vector<Index>* cuts = nullptr;
  Index first = 0;  // element that is index 0 of the move

  Dimension(const Placement& placement, const Section& section, bool rows)
      : first(rows ? section.rows.first : section.cols.first) {
    if (const Layout* layout = placement.layout()) axis = rows ? &layout->rows() : &layout->cols();
    else cuts = rows ? &placement.block_map()->row_cuts() : &placement.block_map()->col_cuts();
  }

  /// The band that holds index `i` of the move.
  Index band_at(Index i) const {
    if (axis) return 0;
    return std::upper_bound(cuts->begin(), cuts->end(), first + i) - cuts->begin() - 1;
  }
  Index band_start(Index band) const { return axis ? 0 : (*cuts)[static_cast<std::size_t>(band)]; }
  /// Indices of the move in a band, cut to [0, length).
  Range indices(Index band, Index length) const {
    if (axis) return {0, length};
    const Index last = (*cuts)[static_cast<std::size_t>(band) + 1];
    return intersection({band_start(band) - first, last - first}, {0, length});
  }
  /// A band as an axis of its own: one process has all of it.
  Axis axis_of(Index band) const {
    if (axis) return *axis;
    const Index size = (*cuts)[static_cast<std::size_t>(band) + 1] - band_start(band);
    return {size, std::max<Index>(size, 1), 1, 0};
  }
  /// First and last index of `within` that process `coord` has, as a range.
  Range owned(int coord, Range within) const {
    if (!axis) return within;
    const Index below = axis->local_count_below(coord, first + within.first);
    const Index end = axis->local_count_below(coord, first + within.last);
    if (below == end) return {within.first, within.first};
    return {axis->to_global(coord, below) - first, axis->to_global(coord, end - 1) - first + 1};
  }
};

/// A block of this rank, or all that a layout gives it: bands in the orientation of the target.
struct Cell {
  Index block = 0;
  BlockAt bands;
  Coord coord;
};

std::vector<Cell> cells_of(const Placement& placement, int member, bool turned) {
  std::vector<Cell> cells;
  if (const Layout* layout = placement.layout()) {
    if (const auto coord = layout->ranks().coord_of(member))
      cells.push_back({0, {}, turned ? coord->transposed() : *coord});
    return cells;
  }
  Index block = 0;
  for (const BlockAt at : placement.block_map()->blocks_of(member))
    cells.push_back({block++, turned ? BlockAt{at.col, at.row} : at, {}});
  return cells;
}

/// Turns the other side of a patch, which stands in the target's orientation, to its own; returns
/// its rank within a copy's group.
int place_other(const Placement& placement, bool turned, Patch& patch) {
  if (turned) {
    patch.other_coord = patch.other_coord.transposed();
    patch.other_block = {patch.other_block.col, patch.other_block.row};
  }
  return placement.layout() ? placement.layout()->ranks().rank_of(patch.other_coord)
                            : placement.block_map()->owner(patch.other_block);
}

}  // namespace

Patchwork::Patchwork(const Placement& source, const Placement& target,
                     const PatchworkOptions& options, std::optional<NearestCopy> nearest)
    : source_(source),
      target_(target),
      options_(options),
      source_section_(detail::checked_section(options.source, source.shape(), "source")),
      target_section_(detail::checked_section(options.target, target.shape(), "target")),
      nearest_(nearest ? std::move(*nearest) : NearestCopy(source.copies())) {
  const Shape to = target_section_.shape();
  detail::check_letters(options.op, options.uplo, options.diag);
  detail::check_shapes(source_section_.shape(), to, is_transposing(options.op));
  checked_product(to.rows, to.cols, "move: the number of elements");
  expect(options.longest_column >= 1, "move: the longest column of a patch is ",
         options.longest_column, ", but must be at least 1");
  expect(nearest_.copies() == source.copies(),
         "move: the nearest copies are those of another replication than the source's");
  // Diagonals beyond the corners all mean the same; bounded, no sum of indices can overflow.
  triangle_ = {options.uplo,
               to.empty() ? 0 : std::clamp(options.diagonal, -to.rows - 1, to.cols + 1)};
  moved_ = options.diag == Diag::Unit ? triangle_.strict() : triangle_;
}

std::vector<PatchShare::BandShare> Patchwork::shares_of(bool along_rows, bool sending, Index band,
                                                        int coord) const {
  const bool source_rows = along_rows != is_transposing(op());
  const Dimension from(source_, source_section_, source_rows);
  const Dimension to(target_, target_section_, along_rows);
  const Dimension &own = sending ? from : to, &other = sending ? to : from;
  const Index length = along_rows ? target_section_.rows.size() : target_section_.cols.size();
  const Index longest = source_rows ? options_.longest_column : length;

  std::vector<PatchShare::BandShare> shares;
  const Range whole = own.indices(band, length);
  // Where slices begin must not depend on the process, so that both ends cut alike.
  const Range mine = own.owned(coord, whole);
  if (mine.empty()) return shares;
  for (Index k = other.band_at(mine.first);; ++k) {
    const Range both = intersection(whole, other.indices(k, length));
    for (Index at = std::max(both.first, mine.first / longest * longest);
         at < std::min(both.last, mine.last);) {
      const Index end = std::min(both.last, (at / longest + 1) * longest);
      const auto start = [at](const Dimension& side, Index side_band) {
        return side.first + at - side.band_start(side_band);
      };
      const Index from_band = sending ? band : k, to_band = sending ? k : band;
      const AxisPairing pairing{from.axis_of(from_band), start(from, from_band),
                                to.axis_of(to_band), start(to, to_band), end - at};
      for (AxisShare& share : sending ? pairing.from_source(coord) : pairing.into_target(coord))
        shares.push_back({k, share.coord, at, std::move(share.runs)});
      at = end;
    }
    if (both.last >= mine.last) return shares;
  }
}

PatchShare Patchwork::share_of(int rank, bool sending) const {
  PatchShare share;
  const Placement &mine = sending ? source_ : target_, &other = sending ? target_ : source_;
  const auto seat = mine.copies().seat_of(rank);
  if (!seat || target_section_.shape().empty()) return share;
  const bool own_turned = sending && is_transposing(op());
  const bool other_turned = !sending && is_transposing(op());

  const auto bands = [&](PatchShare::Bands& known, bool along_rows, Index band,
                         int coord) -> const std::vector<PatchShare::BandShare>& {
    const auto [entry, is_new] = known.try_emplace(band);
    if (is_new) entry->second = shares_of(along_rows, sending, band, coord);
    return entry->second;
  };
  for (const Cell& cell : cells_of(mine, seat->member, own_turned)) {
    const auto& rows = bands(share.rows_, true, cell.bands.row, cell.coord.row);
    const auto& cols = bands(share.cols_, false, cell.bands.col, cell.coord.col);
    for (const auto& col : cols) {
      for (const auto& row : rows) {
        Patch patch{.own_block = cell.block,
                    .other_block = {row.band, col.band},
                    .other_coord = {row.coord, col.coord},
                    .rows = &row.runs,
                    .cols = &col.runs,
                    .first_row = row.first,
                    .first_col = col.first};
        const Index all = row.runs.count() * col.runs.count();
        patch.triangle = {moved_.uplo, moved_.diagonal - col.first + row.first};
        patch.elements = patch.triangle.count(row.runs, col.runs);
        if (patch.elements == 0) continue;
        if (patch.elements == all) patch.triangle = {};
        const int member = place_other(other, other_turned, patch);
        if (!sending) {
          const int number = target_.copies().count() > 1 ? seat->copy : rank;
          patch.rank = other.copies().rank_of(nearest_.copy_for(rank, number, member), member);
          share.patches_.push_back(patch);
          continue;
        }
        for (int copy = 0; copy < other.copies().count(); ++copy) {
          patch.rank = other.copies().rank_of(copy, member);
          const int number = target_.copies().count() > 1 ? copy : patch.rank;
          if (nearest_.copy_for(patch.rank, number, seat->member) == seat->copy)
            share.patches_.push_back(patch);
        }
      }
    }
  }
  std::sort(share.patches_.begin(), share.patches_.end(), [](const Patch& a, const Patch& b) {
    return std::tie(a.rank, a.first_col, a.first_row) < std::tie(b.rank, b.first_col, b.first_row);
  });
  return share;
}

std::vector<std::span<const Patch>> PatchShare::by_rank() const& {
  const std::span<const Patch> all(patches_);
  std::vector<std::span<const Patch>> stretches;
  for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
    while (last < all.size() && all[last].rank == all[first].rank) ++last;
    stretches.push_back(all.subspan(first, last - first));
  }
  return stretches;
}

}  // namespace ashlar
