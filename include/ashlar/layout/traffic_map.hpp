// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// Table of the numbers of elements between ranks, with senders in rows and receivers in columns. A
/// row or column belongs to one rank or to a range of ranks, with exact sums.
class TrafficMap {
 public:
  /// @param most_cells  maximal number of rows and columns
  /// @throws ArgumentError unless 1 <= most_cells <= 1024
  /// @cost one list of runs per process row and column, and one look-up per rank. For triangles
  /// and layouts with a table of ranks, the moved elements of each rank are listed
  explicit TrafficMap(const Transfers& moves, int most_cells = 256);

  /// Table of single ranks; empty for more than 64 ranks.
  static std::optional<TrafficMap> of_each_rank(const Transfers& moves);

  /// Largest rank of both layouts, plus one.
  Index ranks() const { return ranks_; }
  /// Number of rows and columns.
  int cells() const { return cells_; }
  /// Ranks of a cell; the last cell may have fewer.
  Range ranks_of(int cell) const;

  /// Elements from the ranks of row `from` to the ranks of column `to`, including kept elements.
  Index elements(int from, int to) const { return elements_[place(from, to)]; }
  /// Number of messages: pairs of different ranks with elements.
  Index messages(int from, int to) const { return messages_[place(from, to)]; }
  /// Elements of elements(cell, cell) that stay on their rank.
  Index kept(int cell) const { return kept_[static_cast<std::size_t>(cell)]; }

  /// Text table. Up to 8 rows and columns, numbers of bytes; else shades from " " (zero) to "@"
  /// (maximum). Rows and columns are labelled by their first rank.
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
