// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

/// Map from the positions of a process grid to ranks of a communicator (BLACS_GRIDINIT,
/// BLACS_GRIDMAP).
///
/// Implicit (first_rank + position, counted row by row or column by column, O(1) memory) unless a
/// table is given; a table is shared by all copies. Ranks in no position are idle: they own
/// nothing.
class RankMap {
 public:
  RankMap() = default;
  RankMap(const RankMap& other);
  RankMap(RankMap&& other) noexcept;
  RankMap& operator=(const RankMap& other);
  RankMap& operator=(RankMap&& other) noexcept;
  ~RankMap();

  /// Ranks first_rank, first_rank + 1, … fill the grid in `order`.
  /// @throws ArgumentError if a grid dimension is below 1, first_rank is negative or the last rank
  /// exceeds an int
  explicit RankMap(GridShape grid, GridOrder order = GridOrder::Row, int first_rank = 0);

  /// ranks[k] sits at the k-th position, counted in `order`.
  /// @throws ArgumentError if there are not rows*cols ranks, one is negative or one stands twice
  RankMap(GridShape grid, GridOrder order, std::vector<int> ranks);

  GridShape grid() const { return grid_; }
  GridOrder grid_order() const { return order_; }

  /// Rank at `position`; O(1).
  /// @pre position lies in the grid
  int rank_of(Coord position) const;

  /// Position of `rank`, or nothing if it is idle; O(1), with a table O(log P).
  std::optional<Coord> coord_of(int rank) const;

  /// The communicator must have at least this many ranks: one more than the largest rank of the
  /// grid.
  Index required_size() const { return largest_rank_ + 1; }

  /// True if the ranks follow from order and first_rank alone.
  bool is_implicit() const { return table_ == nullptr; }
  int first_rank() const { return first_rank_; }

  /// The same ranks for the transposed grid: the rank at (p, q) comes to (q, p).
  RankMap transposed() const;

  /// True if both put the same rank at every position, however they are written.
  friend bool operator==(const RankMap& a, const RankMap& b);

 private:
  struct Table {
    std::vector<int> ranks;                      // by position
    std::vector<std::pair<int, int>> positions;  // (rank, position), sorted
  };

  int position_of(Coord c) const;
  Coord coord_at(int position) const;

  GridShape grid_;
  GridOrder order_ = GridOrder::Row;
  int first_rank_ = 0;
  Index largest_rank_ = 0;
  std::shared_ptr<const Table> table_;
};

}  // namespace ashlar
