// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/layout/axis.hpp>
#include <ashlar/layout/rank_map.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

/// Block size and source of a layout, without its grid: what a user chooses for a new matrix, apart
/// from its shape.
struct Blocking {
  Block block = {};   ///< [same] MB, NB
  Coord source = {};  ///< [same] RSRC, CSRC: grid position of element (0, 0)
};

/// All that makes a layout, by name. Without a grid everything lies on one rank, which only a
/// communicator of one rank takes; `.grid = {1, 1}` says that it is meant.
struct LayoutSpec {
  Shape shape = {};                       ///< [same] M, N
  Block block = {};                       ///< [same] MB, NB
  GridShape grid = {0, 0};                ///< [same] NPROW, NPCOL; not given: all on one rank
  Coord source = {};                      ///< [same] RSRC, CSRC
  GridOrder grid_order = GridOrder::Row;  ///< [same]
  /// [same] rank at the k-th grid position in `grid_order`; empty: 0, 1, …
  std::vector<int> ranks = {};
};

/// Block-cyclic distribution of a matrix: two axes and the ranks of the process grid. It says who
/// owns which element, and where. A value without MPI: cheap to copy, compare and print.
class Layout {
 public:
  /// The empty matrix on a 1x1 grid.
  Layout() = default;

  /// @throws ArgumentError naming the field and its value, if one is out of its range
  explicit Layout(const LayoutSpec& spec);

  /// @throws ArgumentError if an axis is invalid or the grid of `ranks` is not rows.nprocs x
  /// cols.nprocs
  Layout(const Axis& rows, const Axis& cols, RankMap ranks);

  const Axis& rows() const { return rows_; }
  const Axis& cols() const { return cols_; }
  const RankMap& ranks() const { return ranks_; }
  /// True if the grid was chosen, rather than left out of a LayoutSpec.
  bool has_grid() const { return has_grid_; }

  Shape shape() const { return {rows_.extent, cols_.extent}; }
  Block block() const { return {rows_.block, cols_.block}; }
  GridShape grid() const { return {rows_.nprocs, cols_.nprocs}; }
  Coord source() const { return {rows_.source, cols_.source}; }
  GridOrder grid_order() const { return ranks_.grid_order(); }

  /// Grid position that owns element (i, j).
  Coord owner(Index i, Index j) const { return {rows_.owner(i), cols_.owner(j)}; }
  /// Rank that owns element (i, j).
  int owner_rank(Index i, Index j) const { return ranks_.rank_of(owner(i, j)); }

  /// Rows and columns stored at grid position `c` (ScaLAPACK LOCr, LOCc).
  Shape local_shape(Coord c) const { return {rows_.local_count(c.row), cols_.local_count(c.col)}; }
  /// Rows and columns stored by `rank`: 0x0 for an idle rank.
  Shape local_shape(int rank) const;

  /// Layout of the transposed matrix whose every element stays where it is: axes and grid are
  /// swapped.
  Layout transposed() const;
  /// The same grid, blocks and source for a matrix of another shape.
  Layout with_shape(Shape shape) const;
  Layout with_block(Block block) const;

  /// One line: "9x9 in 2x2 blocks on a 2x3 grid (row order, source 0,0)".
  std::string to_string() const;

  /// True if both deal alike, however they were made.
  friend bool operator==(const Layout& a, const Layout& b) {
    return a.rows_ == b.rows_ && a.cols_ == b.cols_ && a.ranks_ == b.ranks_;
  }

 private:
  void check() const;

  Axis rows_{0, 64, 1, 0};
  Axis cols_{0, 64, 1, 0};
  RankMap ranks_;
  bool has_grid_ = true;
};

}  // namespace ashlar
