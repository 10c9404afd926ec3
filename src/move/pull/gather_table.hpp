// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "pull.hpp"

namespace ashlar::detail {

/// Where single elements of some rows come from and go to: tables of addresses in the first column
/// of each source, which serve all columns.
class GatherTable {
 public:
  /// The rows `tiles` of a task, from those of its sources that have the columns `across_share`.
  GatherTable(const PullTask& task, std::span<const Tile> tiles, int across_share);

  /// Moves these rows of one column.
  /// @param source_column  counted along the sources' local columns
  /// @param target_column  counted along the targets'
  void move_column(Index source_column, Index target_column);

 private:
  /// Rows of one target, from the element `first` of the tables on.
  struct Batch {
    int target;
    bool follows;  // whether they follow each other there
    std::size_t first, count;
    std::size_t first_line, line_count;
    int sources;  // of a comb, or 0
    Index step;
  };
  /// Elements that come in turn from several sources, as in GatherTask.
  struct Comb {
    std::size_t count = 0;
    int sources = 0;
    Index step = 0;
  };
  /// An element on its way into the tables.
  struct Entry {
    const std::byte* address;
    Index stride, place;  // bytes
    std::size_t source;
  };

  void add_batch(int target, std::span<const Entry> rows);
  Comb longest_comb(std::span<const Entry> rows) const;
  void add(int target, bool follows, std::span<const Entry> rows, const Comb& comb);
  void gather(const Batch& rows, std::byte* column, Index offset) const;
  void scatter(const Batch& rows, std::byte* column, Index offset) const;
  template <int Size>
  void scatter_elements(const Batch& rows, std::byte* column, Index offset) const;

  const PullTask& task_;
  Index size_;
  std::vector<Batch> batches_;
  std::vector<const std::byte*> addresses_, lines_;
  std::vector<Index> strides_, places_;  // bytes
  bool one_stride_ = true;               // whether all strides are the same
  Index column_ = 0;                     // for which the addresses stand, where they are not
  std::size_t line_count_ = 0;           // without those that come twice
  std::vector<Index> last_lines_;        // of each source
};

}  // namespace ashlar::detail
