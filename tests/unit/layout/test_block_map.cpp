// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/block_map.hpp>
#include <ashlar/layout/drawing.hpp>

using namespace ashlar;

namespace {

// Blocks down the columns: (0,0) on 2, (1,0) on 0, (2,0) on 2, (0,1) on 5, (1,1) on 0, (2,1) on 2.
const BlockMap worked({0, 1, 5, 9}, {0, 4, 6}, {2, 0, 2, 5, 0, 2});

}  // namespace

TEST_CASE("block map: any cuts, any block on any rank") {
  CHECK(worked.shape() == Shape{9, 6});
  CHECK(worked.block_rows() == 3);
  CHECK(worked.block_cols() == 2);
  CHECK(worked.required_size() == 6);
  CHECK(worked.section_of({1, 1}) == Section{{1, 5}, {4, 6}});
  CHECK(worked.block_of(0, 0) == BlockAt{0, 0});
  CHECK(worked.block_of(4, 3) == BlockAt{1, 0});
  CHECK(worked.block_of(5, 4) == BlockAt{2, 1});
  CHECK(worked.owner_rank(8, 5) == 2);
  CHECK(worked.owner_rank(0, 5) == 5);
  CHECK(worked.to_string() == "9x6 in 3x2 blocks of 1x2 to 4x4 on 3 ranks");
}

TEST_CASE("block map: the blocks of a rank are stored in order, without gaps") {
  const auto blocks = worked.blocks_of(2);
  const std::vector<BlockAt> found(blocks.begin(), blocks.end());
  CHECK(found == std::vector<BlockAt>{{0, 0}, {2, 0}, {2, 1}});
  CHECK(worked.place_of({2, 1}) == 2);
  CHECK(worked.offset_of({2, 0}) == 4);
  CHECK(worked.offset_of({2, 1}) == 4 + 16);
  CHECK(worked.element_count(2) == 4 + 16 + 8);
  CHECK(worked.largest_element_count() == 28);
  CHECK(worked.blocks_of(1).empty());
  CHECK(worked.blocks_of(99).empty());
  CHECK(worked.element_count(1) == 0);
}

TEST_CASE("block map: from a layout every element stays on its rank") {
  for (const Layout& layout :
       {Layout({.shape = {23, 17}, .block = {3, 5}, .grid = {2, 3}, .source = {1, 2}}),
        Layout({.shape = {8, 3}, .block = {1, 1}, .grid = {3, 1}, .ranks = {7, 2, 4}}),
        Layout({.shape = {5, 5}, .block = {64, 64}, .grid = {2, 2}}),
        Layout({.shape = {0, 5}, .block = {2, 2}, .grid = {1, 2}})}) {
    const BlockMap map = BlockMap::from_layout(layout);
    CHECK(map.shape() == layout.shape());
    Index wrong = 0;
    for (Index i = 0; i < layout.shape().rows; ++i)
      for (Index j = 0; j < layout.shape().cols; ++j)
        wrong += map.owner_rank(i, j) != layout.owner_rank(i, j);
    CHECK(wrong == 0);
    for (int rank = 0; rank < 8; ++rank) {
      const Shape local = layout.local_shape(rank);
      CHECK(map.element_count(rank) == local.rows * local.cols);
    }
  }
}

TEST_CASE("block map: tiles of one size, the last ones ragged") {
  const BlockMap map = BlockMap::tiles(
      {10, 7}, {4, 3}, [](Index r, Index c) { return static_cast<int>(r + 2 * c); });
  CHECK(map.row_cuts() == std::vector<Index>{0, 4, 8, 10});
  CHECK(map.col_cuts() == std::vector<Index>{0, 3, 6, 7});
  CHECK(map.owner({2, 1}) == 4);
  CHECK(map == BlockMap({0, 4, 8, 10}, {0, 3, 6, 7}, {0, 1, 2, 2, 3, 4, 4, 5, 6}));
  CHECK_FALSE(map == BlockMap({0, 4, 8, 10}, {0, 3, 6, 7}, {0, 1, 2, 2, 3, 4, 4, 5, 5}));
}

TEST_CASE("block map: transposed, every block stays on its rank") {
  const BlockMap t = worked.transposed();
  CHECK(t.shape() == Shape{6, 9});
  Index wrong = 0;
  for (Index i = 0; i < 9; ++i)
    for (Index j = 0; j < 6; ++j) wrong += t.owner_rank(j, i) != worked.owner_rank(i, j);
  CHECK(wrong == 0);
  CHECK(t.transposed() == worked);
}

TEST_CASE("block map: nothing at all is a map, too") {
  CHECK(BlockMap().shape() == Shape{0, 0});
  CHECK(BlockMap().required_size() == 0);
  CHECK(BlockMap().to_string() == "0x0 in 0x0 blocks of 0x0 on 0 ranks");
  const BlockMap flat({0}, {0, 3}, std::vector<int>{});
  CHECK(flat.shape() == Shape{0, 3});
  CHECK(flat.block_count() == 0);
}

TEST_CASE("block map: invalid cuts and owners are refused") {
  using Cuts = std::vector<Index>;
  using Owners = std::vector<int>;
  CHECK_THROWS_WITH_AS(BlockMap(Cuts{0, 3, 3}, Cuts{0, 1}, Owners{0, 0}),
                       "block map: cut 2 of the rows is 3, but must be larger than the one before "
                       "it, 3",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(BlockMap(Cuts{0, 3}, Cuts{1, 2}, Owners{0}),
                       "block map: the cuts of the columns start at 1, but must start at 0 and end "
                       "at the extent",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(BlockMap(Cuts{}, Cuts{0, 2}, Owners{}),
                       "block map: the cuts of the rows are none, but must start at 0 and end at "
                       "the extent",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(
      BlockMap(Cuts{0, 3}, Cuts{0, 2, 4}, Owners{0}),
      "block map: the list of owners has 1 rank, but there are 1x2 blocks; each block needs one",
      ArgumentError);
  CHECK_THROWS_WITH_AS(BlockMap(Cuts{0, 3}, Cuts{0, 2, 4}, Owners{0, -1}),
                       "block map: block (0,1) lies on rank -1, but MPI numbers ranks from 0 to "
                       "2147483646",
                       ArgumentError);
  const auto zero = [](Index, Index) { return 0; };
  CHECK_THROWS_AS(BlockMap::tiles({-1, 4}, {2, 2}, zero), ArgumentError);
  CHECK_THROWS_AS(BlockMap::tiles({4, 4}, {2, 0}, zero), ArgumentError);
  CHECK_THROWS_AS(BlockMap(Cuts{0, Index{1} << 40}, Cuts{0, Index{1} << 40}, Owners{0}),
                  OverflowError);
}

TEST_CASE("block map: more blocks than can be kept are refused before they are made") {
  const auto zero = [](Index, Index) { return 0; };
  const Index most = std::numeric_limits<Index>::max(), many = Index{1} << 31;
  CHECK_THROWS_WITH_AS(BlockMap::tiles({many, 4}, {1, 2}, zero),
                       "block map: 2147483648 rows in tiles of 1 are 2147483648 tiles, but a block "
                       "map keeps each and takes at most 2147483647; give larger tiles or a Layout",
                       ArgumentError);
  CHECK_THROWS_AS(BlockMap::tiles({2, most}, {1, 1}, zero), ArgumentError);
  CHECK_THROWS_WITH_AS(BlockMap::tiles({1 << 16, 1 << 16}, {1, 1}, zero),
                       "block map: 65536x65536 blocks were given, but a block map keeps each and "
                       "takes at most 2147483647; give larger ones or a Layout",
                       ArgumentError);
  CHECK_THROWS_AS(BlockMap::from_layout(Layout({.shape = {most, 1}, .block = {1, 1}})),
                  ArgumentError);
  CHECK(BlockMap::tiles({most, 1}, {most / 2, 1}, zero).block_count() == 3);
}

TEST_CASE("draw: a block map as a table of ranks") {
  CHECK(draw(worked) == R"(9x6 in 3x2 blocks of 1x2 to 4x4 on 3 ranks

rank that owns each block, named by its first row and column

   j |   0   4
 ----+--------
   0 |   2   5
   1 |   0   0
   5 |   2   2

  rank  blocks  elements
     0       2        24
     1       0         0
     2       3        28
     3       0         0
     4       0         0
     5       1         2
)");
}

TEST_CASE("draw: of a large block map the outer blocks, within the width") {
  const BlockMap map = BlockMap::tiles({100000, 100000}, {100, 100}, [](Index r, Index c) {
    return static_cast<int>((r * 31 + c * 17) % 1000);
  });
  const std::string text = draw(map, {.width = 64, .map_lines = 8, .process_lines = 4});
  std::size_t longest = 0, lines = 0;
  for (std::size_t first = 0; first < text.size(); first = text.find('\n', first) + 1, ++lines)
    longest = std::max(longest, text.find('\n', first) - first);
  CHECK(longest <= 64);
  CHECK(lines <= 24);
  CHECK(text.find("...") != std::string::npos);
  CHECK(text.find("99900") != std::string::npos);
  CHECK_THROWS_AS(draw(map, {.width = 10}), ArgumentError);
}
