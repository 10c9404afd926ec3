// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <ashlar/layout/array_op.hpp>
#include <ashlar/layout/share.hpp>

namespace ashlar {

/// Makes the share of one rank from what each of its blocks shares with others along each
/// dimension.
class ShareBuilder {
 public:
  /// Where the other end of a box lies: a rank and one of its blocks.
  struct Place {
    int rank = 0;
    int block = 0;
  };
  enum class End { Sender, Receiver };

  /// @param moved  the elements that move, in the last two dimensions of the target
  ShareBuilder(End end, const Triangle& moved) : end_(end), moved_(moved) {}

  /// Takes a list of shares, which stays where it is from then on.
  Cell::Shares keep(std::vector<AxisShare> shares) {
    return share_.lists_.emplace_back(std::move(shares));
  }

  /// Adds a block of this rank, for one copy of the other side or several.
  /// @param shares  those of each dimension of the target, kept before
  /// @param place_of  called as place_of(coordinates of the shares, copy): where the other end
  /// lies,
  ///                  an optional<Place>, empty if that copy exchanges nothing with this rank
  template <class PlaceOf>
  void add(int block, const InlineVector<Cell::Shares, 4>& shares, int copies, PlaceOf&& place_of) {
    const int ndims = shares.size();
    for (const Cell::Shares& list : shares)
      if (list.empty()) return;
    // A copy with which nothing is exchanged gets no cell.
    std::vector<int> cell_of_copy(static_cast<std::size_t>(copies), -1);
    DimList choice(ndims, 0), coords(ndims, 0);
    for (bool more = true; more; more = next(choice, shares)) {
      Box box;
      for (int d = 0; d < ndims; ++d) {
        const AxisShare& share = shares[d][static_cast<std::size_t>(choice[d])];
        box.dims.push_back(&share);
        coords[d] = share.coord;
      }
      if (!count(box)) continue;
      for (int copy = 0; copy < copies; ++copy) {
        const std::optional<Place> place = place_of(coords, copy);
        if (!place) continue;
        int& cell = cell_of_copy[static_cast<std::size_t>(copy)];
        if (cell < 0) {
          cell = static_cast<int>(share_.cells_.size());
          share_.cells_.emplace_back(block, shares);
        }
        box.rank = place->rank;
        box.cell = cell;
        box.source_block = end_ == End::Sender ? block : place->block;
        box.target_block = end_ == End::Sender ? place->block : block;
        share_.boxes_.push_back(box);
      }
    }
  }

  Share finish() && {
    share_.finish();
    return std::move(share_);
  }

 private:
  static bool next(DimList& choice, const InlineVector<Cell::Shares, 4>& shares) {
    for (int d = 0; d < choice.size(); ++d) {
      if (++choice[d] < static_cast<int>(shares[d].size())) return true;
      choice[d] = 0;
    }
    return false;
  }

  /// Counts a box's elements; returns whether it has any.
  bool count(Box& box) const {
    Index all = 1;
    for (const AxisShare* share : box.dims) all *= share->count;
    box.elements = all;
    if (moved_.uplo != Uplo::General && all > 0) {
      const AxisShare &rows = *box.dims[box.ndims() - 2], &cols = *box.dims[box.ndims() - 1];
      const Index plane = rows.count * cols.count;
      const Index kept = moved_.count(rows.runs, cols.runs);
      box.elements = all / plane * kept;
      if (kept < plane) box.triangle = moved_;
    }
    return box.elements > 0;
  }

  End end_;
  Triangle moved_;
  Share share_;
};

}  // namespace ashlar
