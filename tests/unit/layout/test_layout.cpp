// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/layout.hpp>

using namespace ashlar;

namespace {

const Layout worked_example({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}, .source = {}});

struct KnownShape {
  LayoutSpec spec;
  Coord position;
  Shape local;
};

// Cases of another library's tests (DLA-Future), including non-zero sources and empty processes.
const KnownShape known_shapes[] = {
    {{{523, 111}, {19, 11}, {9, 8}, {2, 3}}, {2, 5}, {67, 12}},
    {{{71, 3750}, {64, 128}, {7, 6}, {3, 4}}, {1, 3}, {0, 550}},
    {{{1020, 34}, {16, 32}, {1, 6}, {0, 0}}, {0, 0}, {1020, 32}},
};

template <class F>
void for_each_small_layout(F&& f) {
  for (Shape shape : {Shape{0, 0}, Shape{0, 3}, Shape{1, 1}, Shape{7, 5}, Shape{4, 11}})
    for (Block block : {Block{1, 1}, Block{2, 3}, Block{20, 4}})
      for (GridShape grid : {GridShape{1, 1}, GridShape{2, 3}, GridShape{3, 1}})
        for (GridOrder order : {GridOrder::Row, GridOrder::Column})
          f(Layout({shape, block, grid, {grid.rows - 1, grid.cols / 2}, order}));
}

}  // namespace

TEST_CASE("layout: local shapes are the known ones") {
  for (const KnownShape& known : known_shapes)
    CHECK(Layout(known.spec).local_shape(known.position) == known.local);
}

TEST_CASE("layout: the 9x9 example on 2x3 has its six local shapes") {
  const Shape shapes[] = {{5, 4}, {5, 3}, {5, 2}, {4, 4}, {4, 3}, {4, 2}};
  for (int rank = 0; rank < 6; ++rank) CHECK(worked_example.local_shape(rank) == shapes[rank]);
  CHECK(worked_example.owner(0, 4) == Coord{0, 2});
  CHECK(worked_example.owner(2, 8) == Coord{1, 1});
  CHECK(worked_example.owner_rank(2, 8) == 4);
}

TEST_CASE("layout: local shapes hold all elements once, and idle ranks none") {
  for_each_small_layout([](const Layout& layout) {
    Index sum = 0;
    for (int rank = 0; rank < layout.ranks().required_size() + 3; ++rank) {
      const Shape local = layout.local_shape(rank);
      sum += local.rows * local.cols;
      if (!layout.ranks().coord_of(rank)) CHECK(local == Shape{});
    }
    CHECK(sum == layout.shape().rows * layout.shape().cols);
  });
}

TEST_CASE("layout: the transpose leaves every element on its rank") {
  for_each_small_layout([](const Layout& layout) {
    const Layout turned = layout.transposed();
    CHECK(turned.shape() == layout.shape().transposed());
    CHECK(turned.block() == layout.block().transposed());
    CHECK(turned.source() == layout.source().transposed());
    CHECK(turned.transposed() == layout);
    for (Index i = 0; i < layout.shape().rows; ++i)
      for (Index j = 0; j < layout.shape().cols; ++j)
        CHECK(turned.owner_rank(j, i) == layout.owner_rank(i, j));
  });
}

TEST_CASE("layout: other shapes and blocks keep the rest") {
  const Layout layout({{9, 8}, {2, 3}, {2, 3}, {1, 2}, GridOrder::Column});
  CHECK(layout.with_shape({4, 5}) == Layout({{4, 5}, {2, 3}, {2, 3}, {1, 2}, GridOrder::Column}));
  CHECK(layout.with_block({6, 7}) == Layout({{9, 8}, {6, 7}, {2, 3}, {1, 2}, GridOrder::Column}));
}

TEST_CASE("layout: equal means the same axes and the same ranks") {
  CHECK(Layout({{4, 4}, {2, 2}, {1, 3}, {}, GridOrder::Row}) ==
        Layout({{4, 4}, {2, 2}, {1, 3}, {}, GridOrder::Column}));
  CHECK_FALSE(Layout({{4, 4}, {2, 2}, {2, 3}, {}, GridOrder::Row}) ==
              Layout({{4, 4}, {2, 2}, {2, 3}, {}, GridOrder::Column}));
  CHECK_FALSE(worked_example == worked_example.with_block({2, 3}));
  CHECK(Layout() == Layout({{0, 0}, {64, 64}, {1, 1}, {}}));
}

TEST_CASE("layout: its text has all its parameters") {
  CHECK(worked_example.to_string() == "9x9 in 2x2 blocks on a 2x3 grid (row order, source 0,0)");
  CHECK(Layout({{9, 8}, {2, 3}, {2, 1}, {1, 0}, GridOrder::Column, {5, 3}}).to_string() ==
        "9x8 in 2x3 blocks on a 2x1 grid (column order, source 1,0, ranks by table)");
  CHECK(Layout({{9, 8}, {2, 3}, {2, 1}, {}, GridOrder::Row, {2, 3}}).to_string() ==
        "9x8 in 2x3 blocks on a 2x1 grid (row order, source 0,0, from rank 2)");
}

TEST_CASE("layout: fields out of their range are refused by name") {
  CHECK_THROWS_WITH_AS(Layout({{-1, 2}, {2, 2}, {1, 1}, {}}),
                       "rows of the layout: extent is -1, but must be at least 0", ArgumentError);
  CHECK_THROWS_WITH_AS(Layout({{1, 2}, {2, 0}, {1, 1}, {}}),
                       "columns of the layout: block is 0, but must be at least 1", ArgumentError);
  CHECK_THROWS_AS(Layout({{1, 2}, {2, 2}, {0, 1}, {}}), ArgumentError);
  CHECK_THROWS_AS(Layout({{1, 2}, {2, 2}, {2, 2}, {2, 0}}), ArgumentError);
  CHECK_THROWS_AS(Layout({{1, 2}, {2, 2}, {2, 2}, {0, -1}}), ArgumentError);
  CHECK_THROWS_AS(Layout(Axis{4, 1, 2, 0}, Axis{4, 1, 2, 0}, RankMap({2, 3})), ArgumentError);
}

TEST_CASE("layout: has_grid() is true for a named grid, without effect on equality") {
  const Layout none({.shape = {4, 4}, .block = {2, 2}});
  const Layout one({.shape = {4, 4}, .block = {2, 2}, .grid = {1, 1}});
  const Layout elsewhere({.shape = {4, 4}, .block = {2, 2}, .ranks = {3}});
  CHECK_FALSE(none.has_grid());
  CHECK(none == one);
  CHECK(one.has_grid());
  CHECK(elsewhere.has_grid());
  CHECK(elsewhere.ranks().rank_of({0, 0}) == 3);
  CHECK_FALSE(none.transposed().has_grid());
  CHECK_FALSE(none.with_shape({3, 3}).has_grid());
  CHECK_FALSE(none.with_block({3, 3}).has_grid());
  CHECK(one.with_shape({3, 3}).transposed().has_grid());
  CHECK_THROWS_AS(Layout({.shape = {4, 4}, .grid = {0, 2}}), ArgumentError);
}
