// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/layout/axis.hpp>
#include <ashlar/layout/rank_map.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

/// Block size and source of a layout.
struct Blocking {
  Block block = {};   ///< [same] MB, NB
  Coord source = {};  ///< [same] RSRC, CSRC: grid position of element (0, 0)
};

/// Parameters of a layout. Without a grid all elements lie on one rank, which requires a
/// communicator of one rank; `.grid = {1, 1}` allows any communicator.
struct LayoutSpec {
  Shape shape = {};                       ///< [same] M, N
  Block block = {};                       ///< [same] MB, NB
  GridShape grid = {0, 0};                ///< [same] NPROW, NPCOL; default: one rank
  Coord source = {};                      ///< [same] RSRC, CSRC
  GridOrder grid_order = GridOrder::Row;  ///< [same]
  /// [same] rank at the k-th grid position in `grid_order`; empty: 0, 1, …
  std::vector<int> ranks = {};
};

/// Block-cyclic distribution of a matrix: two axes and a rank map. Value without MPI, cheap to
/// copy.
class Layout {
 public:
  /// Empty matrix, 1x1 grid.
  Layout() = default;

  /// @throws ArgumentError naming a field that is out of range, and its value
  explicit Layout(const LayoutSpec& spec);

  /// @throws ArgumentError if an axis is invalid or the grid of `ranks` is not rows.nprocs x
  /// cols.nprocs
  Layout(const Axis& rows, const Axis& cols, RankMap ranks);

  const Axis& rows() const { return rows_; }
  const Axis& cols() const { return cols_; }
  const RankMap& ranks() const { return ranks_; }
  /// False if LayoutSpec::grid was omitted.
  bool has_grid() const { return has_grid_; }

  Shape shape() const { return {rows_.extent, cols_.extent}; }
  Block block() const { return {rows_.block, cols_.block}; }
  GridShape grid() const { return {rows_.nprocs, cols_.nprocs}; }
  Coord source() const { return {rows_.source, cols_.source}; }
  GridOrder grid_order() const { return ranks_.grid_order(); }

  /// Grid position of element (i, j).
  Coord owner(Index i, Index j) const { return {rows_.owner(i), cols_.owner(j)}; }
  /// Rank of element (i, j).
  int owner_rank(Index i, Index j) const { return ranks_.rank_of(owner(i, j)); }

  /// Local rows and columns at position `c` (ScaLAPACK LOCr, LOCc).
  Shape local_shape(Coord c) const { return {rows_.local_count(c.row), cols_.local_count(c.col)}; }
  /// Local rows and columns; 0x0 for an idle rank.
  Shape local_shape(int rank) const;

  /// Layout of the transposed matrix, with the same owners: axes and grid are swapped.
  Layout transposed() const;
  /// Layout of another shape with the same grid, blocks and source.
  Layout with_shape(Shape shape) const;
  Layout with_block(Block block) const;

  /// "9x9 in 2x2 blocks on a 2x3 grid (row order, source 0,0)"
  std::string to_string() const;

  /// Equality of axes and ranks.
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
