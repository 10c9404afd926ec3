// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/layout/detail/share.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar::detail {

/// Builds the share of one rank from those of its blocks along each dimension.
class ShareBuilder {
 public:
  /// Other end of a box.
  struct Place {
    int rank = 0;
    int block = 0;
  };

  /// @param sending  the share is that of the sender
  /// @param moved    triangle in the last two dimensions of the target
  ShareBuilder(bool sending, const Triangle& moved) : sending_(sending), moved_(moved) {
    share_.lists_.reserve(2);
  }

  /// Stores a list of shares at a fixed address.
  Cell::Shares keep(std::vector<AxisShare> shares) {
    return share_.lists_.emplace_back(std::move(shares));
  }

  /// Adds a block of this rank, for one or several replicas of the other side.
  /// @param shares    stored lists, one per dimension of the target
  /// @param place_of  place_of(coordinates, replica): the other end, nullopt if that replica
  ///   exchanges no elements with this rank
  /// @throws OverflowError if the number of boxes exceeds an int
  template <class PlaceOf>
  void add(int block, const InlineVector<Cell::Shares, 4>& shares, int copies, PlaceOf&& place_of) {
    const int choices = count_choices(shares);
    if (choices == 0) return;
    if (copies == 1) make_room(static_cast<std::size_t>(choices));
    // Only replicas with exchanged elements get a cell.
    DimList cell_of_copy(copies, -1);
    DimList choice(shares.size(), 0), coords(shares.size(), 0);
    for (int number = 0; number < choices; ++number, next(choice, shares)) {
      for (int d = 0; d < shares.size(); ++d) coords[d] = chosen(shares, choice, d).coord;
      const Size size = size_of(shares, choice);
      if (size.elements == 0) continue;
      for (int copy = 0; copy < copies; ++copy) {
        const std::optional<Place> place = place_of(coords, copy);
        if (!place) continue;
        int& cell = cell_of_copy[copy];
        if (cell < 0) {
          cell = static_cast<int>(share_.cells_.size());
          share_.cells_.emplace_back(block, shares, moved_);
        }
        Box& box = share_.boxes_.emplace_back();
        box.rank = place->rank;
        box.cell = cell;
        box.source_block = sending_ ? block : place->block;
        box.target_block = sending_ ? place->block : block;
        box.elements = size.elements;
        box.choice_ = number;
        box.is_cut_ = size.is_cut;
      }
    }
  }

  Share finish() && {
    share_.finish();
    return std::move(share_);
  }

 private:
  using ShareLists = InlineVector<Cell::Shares, 4>;

  static int count_choices(const ShareLists& shares) {
    Index choices = 1;
    for (const Cell::Shares& list : shares)
      choices = checked_int(choices * std::ssize(list), "the number of boxes of a block");
    return static_cast<int>(choices);
  }

  /// Grows geometrically, since blocks may add single boxes.
  void make_room(std::size_t boxes) {
    auto& all = share_.boxes_;
    if (all.capacity() - all.size() < boxes)
      all.reserve(std::max(all.size() + boxes, 2 * all.capacity()));
  }

  static void next(DimList& choice, const ShareLists& shares) {
    for (int d = 0; d < choice.size(); ++d) {
      if (++choice[d] < static_cast<int>(shares[d].size())) return;
      choice[d] = 0;
    }
  }

  static const AxisShare& chosen(const ShareLists& shares, const DimList& choice, int d) {
    return shares[d][static_cast<std::size_t>(choice[d])];
  }

  struct Size {
    Index elements;
    bool is_cut;  // by the triangle
  };
  Size size_of(const ShareLists& shares, const DimList& choice) const {
    Index all = 1;
    for (int d = 0; d < shares.size(); ++d) all *= chosen(shares, choice, d).count;
    if (moved_.uplo == Uplo::General || all == 0) return {all, false};
    const AxisShare& rows = chosen(shares, choice, shares.size() - 2);
    const AxisShare& cols = chosen(shares, choice, shares.size() - 1);
    const Index plane = rows.count * cols.count, kept = moved_.count(rows.runs, cols.runs);
    return {all / plane * kept, kept < plane};
  }

  bool sending_;
  Triangle moved_;
  Share share_;
};

/// Volume and messages of `rank`, from the shares that it sends and receives.
Traffic traffic_of(const auto& moves, int rank) {
  const Share sends = moves.sent_by(rank), receives = moves.received_by(rank);
  Traffic traffic;
  for (const Box& to : sends.boxes())
    (to.rank == rank ? traffic.kept : traffic.sent) += to.elements;
  for (const Box& from : receives.boxes())
    if (from.rank != rank) traffic.received += from.elements;
  const auto others = [rank](std::span<const int> ranks) {
    return std::ssize(ranks) - std::ranges::count(ranks, rank);
  };
  traffic.messages_out = others(sends.ranks());
  traffic.messages_in = others(receives.ranks());
  return traffic;
}

}  // namespace ashlar::detail
