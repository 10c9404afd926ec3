// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

/// Ranks of the positions of a process grid (BLACS_GRIDINIT, BLACS_GRIDMAP).
///
/// Implicit (first_rank + position by rows or columns, O(1) memory) or a table, which copies share.
/// Ranks without a position are idle: they own no elements.
class RankMap {
 public:
  RankMap() = default;
  RankMap(const RankMap& other);
  RankMap(RankMap&& other) noexcept;
  RankMap& operator=(const RankMap& other);
  RankMap& operator=(RankMap&& other) noexcept;
  ~RankMap();

  /// Ranks first_rank, first_rank + 1, … in `order`.
  /// @throws ArgumentError if a grid dimension is below 1, first_rank is negative or the last rank
  /// exceeds an int
  explicit RankMap(GridShape grid, GridOrder order = GridOrder::Row, int first_rank = 0);

  /// Rank ranks[k] at the k-th position in `order`.
  /// @throws ArgumentError if `ranks` has not rows*cols elements, or a rank is negative or repeated
  RankMap(GridShape grid, GridOrder order, std::vector<int> ranks);

  GridShape grid() const { return grid_; }
  GridOrder grid_order() const { return order_; }

  /// Rank at `position`. O(1)
  /// @pre position lies in the grid
  int rank_of(Coord position) const;

  /// Position of `rank`; empty if it is idle. O(1), with a table O(log P)
  std::optional<Coord> coord_of(int rank) const;

  /// Smallest size of the communicator: the largest rank plus one.
  Index required_size() const { return largest_rank_ + 1; }

  /// True without a table.
  bool is_implicit() const { return table_ == nullptr; }
  int first_rank() const { return first_rank_; }

  /// Map of the transposed grid: the rank at (p, q) moves to (q, p).
  RankMap transposed() const;

  /// Equality of the ranks at all positions.
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

namespace detail {
/// Ranks of all positions of the grid, row by row or column by column.
std::vector<int> ranks_in_order(const RankMap& ranks, GridOrder order = GridOrder::Row);
}  // namespace detail

}  // namespace ashlar
