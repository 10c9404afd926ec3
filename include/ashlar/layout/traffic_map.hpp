// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// Who sends how much to whom, for any number of ranks: a square table whose cells stand for equal
/// ranges of ranks, one rank each where there are few. The sums are exact.
class TrafficMap {
 public:
  /// @param most_cells  most rows and columns of the table
  /// @throws ArgumentError unless 1 <= most_cells <= 1024
  /// @cost without a triangle and rank tables that of the shares of all processes along each
  /// dimension, and a look-up for each rank; else that of a share times the number of ranks
  explicit TrafficMap(const Transfers& moves, int most_cells = 256);

  /// The table with a row and a column for each rank; none for more than 64 ranks, a table that a
  /// person no longer reads.
  static std::optional<TrafficMap> of_each_rank(const Transfers& moves);

  /// Number of ranks: those of both layouts, from 0 to the largest.
  Index ranks() const { return ranks_; }
  /// Rows and columns of the table.
  int cells() const { return cells_; }
  /// Ranks that a cell stands for; the last one may have fewer.
  Range ranks_of(int cell) const;

  /// Elements that the ranks of cell `from` send to those of cell `to`, those that stay included.
  Index elements(int from, int to) const { return elements_[place(from, to)]; }
  /// Pairs of different ranks among them that share elements.
  Index messages(int from, int to) const { return messages_[place(from, to)]; }
  /// Elements of elements(cell, cell) that stay on their rank.
  Index kept(int cell) const { return kept_[static_cast<std::size_t>(cell)]; }

  /// Text of the table: in bytes up to 8 rows and columns, beyond as shades from " " (nothing) to
  /// "@" (the largest). Each row and column has the number of its first rank.
  std::string to_string(int element_bytes) const;

 private:
  std::size_t place(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(cells_) +
           static_cast<std::size_t>(to);
  }
  int cell_of(int rank) const { return static_cast<int>(rank / ranks_per_cell_); }
  void add_by_shares(const Transfers& moves);
  void add_by_dimensions(const Transfers& moves);

  Index ranks_ = 0, ranks_per_cell_ = 1;
  int cells_ = 0;
  std::vector<Index> elements_, messages_, kept_;
};

}  // namespace ashlar
