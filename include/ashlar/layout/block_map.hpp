// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/layout/layout.hpp>

namespace ashlar {

/// Position of a block: block row and block column.
struct BlockAt {
  Index row = 0;
  Index col = 0;

  friend constexpr bool operator==(const BlockAt&, const BlockAt&) = default;
};

/// Partition of a matrix by any row and column cuts, with any rank per block (COSTA custom grids,
/// SLATE tile maps).
///
/// Immutable value without MPI, cheap to copy. Blocks are numbered down the block columns. A matrix
/// packs the blocks of a rank in this order, without gaps.
class BlockMap {
 public:
  /// Empty 0x0 matrix.
  BlockMap();

  /// @param row_cuts, col_cuts  [same] block boundaries, strictly increasing from 0 to the extent;
  /// {0} for an extent of 0
  /// @param owners  [same] rank of block (r, c) at owners[r + c * number of block rows]
  /// @throws ArgumentError naming the wrong cut or block, or if there are more than 2^31 - 1 blocks
  BlockMap(std::vector<Index> row_cuts, std::vector<Index> col_cuts, std::vector<int> owners);

  /// Block (r, c) lies on rank owner(r, c).
  template <class F>
  requires std::is_invocable_r_v<int, F&, Index, Index>
  BlockMap(std::vector<Index> row_cuts, std::vector<Index> col_cuts, F&& owner)
      : BlockMap(checked_cuts("rows", std::move(row_cuts)),
                 checked_cuts("columns", std::move(col_cuts)), Checked{}, owner) {}

  /// Tiles of one size, the last ones ragged; tile (r, c) lies on rank owner(r, c).
  /// @throws ArgumentError if the shape is negative, a tile is smaller than 1x1, a rank is negative
  /// or there are more than 2^31 - 1 tiles
  /// @example BlockMap::tiles({1000, 800}, {128, 128}, [](Index r, Index c) { return (r + c) % 4;
  /// })
  template <class F>
  requires std::is_invocable_r_v<int, F&, Index, Index>
  static BlockMap tiles(Shape shape, Block tile, F&& owner) {
    return BlockMap(even_cuts("rows", shape.rows, tile.rows),
                    even_cuts("columns", shape.cols, tile.cols), owner);
  }

  /// Blocks and owners of a block-cyclic layout. A rank stores its blocks one by one, not as one
  /// local array.
  static BlockMap from_layout(const Layout& layout);

  Shape shape() const { return {data_->row_cuts.back(), data_->col_cuts.back()}; }
  const std::vector<Index>& row_cuts() const { return data_->row_cuts; }
  const std::vector<Index>& col_cuts() const { return data_->col_cuts; }
  /// Number of block rows and block columns.
  Index block_rows() const { return std::ssize(data_->row_cuts) - 1; }
  Index block_cols() const { return std::ssize(data_->col_cuts) - 1; }
  Index block_count() const { return block_rows() * block_cols(); }

  /// Rows and columns of a block in the matrix. O(1)
  /// @pre the block exists
  Section section_of(BlockAt block) const;
  /// Rank that owns a block. O(1)
  int owner(BlockAt block) const { return data_->owners[number_of(block)]; }
  /// Block of element (i, j). O(log blocks)
  /// @pre the element exists
  BlockAt block_of(Index i, Index j) const;
  /// Rank that owns element (i, j).
  int owner_rank(Index i, Index j) const { return owner(block_of(i, j)); }

  /// Blocks of `rank`, down the block columns; empty for an idle rank. O(log ranks)
  std::span<const BlockAt> blocks_of(int rank) const;
  /// Position among the blocks of the owner. O(1)
  Index place_of(BlockAt block) const { return data_->places[number_of(block)]; }
  /// Offset in the owner's packed memory, in elements. O(1)
  Index offset_of(BlockAt block) const { return data_->offsets[number_of(block)]; }
  /// Number of elements of `rank`.
  Index element_count(int rank) const;
  /// Maximum of element_count.
  Index largest_element_count() const { return data_->largest_count; }

  /// Smallest communicator size for this map.
  Index required_size() const { return data_->required_size; }

  /// Map of the transposed matrix; blocks keep their ranks.
  BlockMap transposed() const;

  /// "9x9 in 3x2 blocks of 1x4 to 5x5 on 4 ranks"
  std::string to_string() const;

  /// Equality of cuts and owners. O(1) for copies, else O(blocks)
  friend bool operator==(const BlockMap& a, const BlockMap& b);

 private:
  struct Checked {};
  struct Data {
    std::vector<Index> row_cuts, col_cuts;
    std::vector<int> owners;                    // in block order, as places and offsets
    std::vector<Index> places, offsets;         // on the owner
    std::vector<BlockAt> by_rank;               // of the lowest rank, then of the next, …
    std::vector<std::pair<int, Index>> firsts;  // rank and start in by_rank
    Index required_size = 0, largest_count = 0;
  };

  template <class F>
  BlockMap(std::vector<Index> row_cuts, std::vector<Index> col_cuts, Checked, F&& owner) {
    std::vector<int> owners;
    const Index rows = std::ssize(row_cuts) - 1, cols = std::ssize(col_cuts) - 1;
    check_block_count(rows, cols);
    for (Index c = 0; c < cols; ++c)
      for (Index r = 0; r < rows; ++r) owners.push_back(owner(r, c));
    *this = BlockMap(std::move(row_cuts), std::move(col_cuts), std::move(owners));
  }

  static std::vector<Index> checked_cuts(const char* what, std::vector<Index> cuts);
  static std::vector<Index> even_cuts(const char* what, Index extent, Index tile);
  static void check_block_count(Index rows, Index cols);

  std::size_t number_of(BlockAt block) const {
    return static_cast<std::size_t>(block.row + block.col * block_rows());
  }
  Range in_order_of(int rank) const;

  std::shared_ptr<const Data> data_;
};

}  // namespace ashlar
