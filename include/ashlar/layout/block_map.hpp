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

/// Position of a block in a BlockMap: its row and its column among the blocks.
struct BlockAt {
  Index row = 0;
  Index col = 0;

  friend constexpr bool operator==(const BlockAt&, const BlockAt&) = default;
};

/// A matrix cut by any rows and columns into blocks, each on any rank: what no block-cyclic layout
/// can say (COSTA's custom grid, the tile maps of SLATE).
///
/// A value without MPI, immutable and cheap to copy. A rank keeps its blocks one by one; they
/// are numbered down the columns of blocks, and that order is also the one in
/// which a matrix that owns them packs them into one memory, without gaps.
class BlockMap {
 public:
  /// The empty 0x0 matrix.
  BlockMap();

  /// @param row_cuts, col_cuts  [same] where blocks begin and end: strictly increasing from 0 to
  ///        the extent; {0} cuts an extent of 0
  /// @param owners  [same] rank of each block, down the columns of blocks: block (r, c) lies on
  ///        owners[r + c * number of block rows]
  /// @throws ArgumentError naming the cut or the block that is wrong, or if there are more than
  /// 2^31 - 1 blocks: each is kept
  BlockMap(std::vector<Index> row_cuts, std::vector<Index> col_cuts, std::vector<int> owners);

  /// The same with the rank of block (r, c) given by owner(r, c).
  template <class F>
  requires std::is_invocable_r_v<int, F&, Index, Index>
  BlockMap(std::vector<Index> row_cuts, std::vector<Index> col_cuts, F&& owner)
      : BlockMap(checked_cuts("rows", std::move(row_cuts)),
                 checked_cuts("columns", std::move(col_cuts)), Checked{}, owner) {}

  /// Tiles of one size, the last ones ragged, with the rank of tile (r, c) given by owner(r, c).
  /// @throws ArgumentError if the shape is negative, a tile is smaller than 1x1, a rank negative or
  /// there are more than 2^31 - 1 tiles
  /// @example BlockMap::tiles({1000, 800}, {128, 128}, [](Index r, Index c) { return (r + c) % 4;
  /// })
  template <class F>
  requires std::is_invocable_r_v<int, F&, Index, Index>
  static BlockMap tiles(Shape shape, Block tile, F&& owner) {
    return BlockMap(even_cuts("rows", shape.rows, tile.rows),
                    even_cuts("columns", shape.cols, tile.cols), owner);
  }

  /// The blocks of a block-cyclic layout, each on the rank where it is. The blocks of a rank are
  /// kept one by one here and as one local array there.
  static BlockMap from_layout(const Layout& layout);

  Shape shape() const { return {data_->row_cuts.back(), data_->col_cuts.back()}; }
  const std::vector<Index>& row_cuts() const { return data_->row_cuts; }
  const std::vector<Index>& col_cuts() const { return data_->col_cuts; }
  /// Number of rows and of columns of blocks.
  Index block_rows() const { return std::ssize(data_->row_cuts) - 1; }
  Index block_cols() const { return std::ssize(data_->col_cuts) - 1; }
  Index block_count() const { return block_rows() * block_cols(); }

  /// Rows and columns of the matrix that a block covers. O(1)
  /// @pre the block exists
  Section section_of(BlockAt block) const;
  /// Rank that keeps a block. O(1)
  int owner(BlockAt block) const { return data_->owners[number_of(block)]; }
  /// The block that holds element (i, j). O(log blocks)
  /// @pre the element exists
  BlockAt block_of(Index i, Index j) const;
  /// Rank that owns element (i, j).
  int owner_rank(Index i, Index j) const { return owner(block_of(i, j)); }

  /// The blocks of `rank`, down the columns of blocks; none for an idle rank. O(log ranks)
  std::span<const BlockAt> blocks_of(int rank) const;
  /// Place of the block among its owner's. O(1)
  Index place_of(BlockAt block) const { return data_->places[number_of(block)]; }
  /// Elements of its owner's blocks before this one: where it starts in packed memory. O(1)
  Index offset_of(BlockAt block) const { return data_->offsets[number_of(block)]; }
  /// Elements that `rank` keeps.
  Index element_count(int rank) const;
  /// Most elements that a rank keeps.
  Index largest_element_count() const { return data_->largest_count; }

  /// The communicator must have at least this many ranks.
  Index required_size() const { return data_->required_size; }

  /// The map of the transposed matrix whose every block stays on its rank.
  BlockMap transposed() const;

  /// One line: "9x9 in 3x2 blocks of 1x4 to 5x5 on 4 ranks".
  std::string to_string() const;

  /// True if both have the same cuts and owners. O(1) for copies of one map, else O(blocks)
  friend bool operator==(const BlockMap& a, const BlockMap& b);

 private:
  struct Checked {};
  struct Data {
    std::vector<Index> row_cuts, col_cuts;
    std::vector<int> owners;             // down the columns of blocks, as all of these
    std::vector<Index> places, offsets;  // of each block on its owner
    std::vector<BlockAt> by_rank;        // the blocks of the lowest rank, then of the next, …
    std::vector<std::pair<int, Index>> firsts;  // rank and where its blocks start in by_rank
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
