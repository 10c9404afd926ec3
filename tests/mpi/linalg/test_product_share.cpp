// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/node/product_grid.hpp>

#include <algorithm>

#include <doctest/doctest.h>

using namespace ashlar;
using node::product_share;
using node::ProductShare;

namespace {

Index busiest(Shape c, GridShape grid) {
  return ((c.rows + grid.rows - 1) / grid.rows) * ((c.cols + grid.cols - 1) / grid.cols);
}

}  // namespace

TEST_CASE("product share: large squares are distributed over all ranks, as square as possible") {
  CHECK(product_share({4000, 4000}, 4000, 1) == ProductShare{{1, 1}});
  CHECK(product_share({4000, 4000}, 4000, 2) == ProductShare{{1, 2}});
  CHECK(product_share({4000, 4000}, 4000, 4) == ProductShare{{2, 2}});
  CHECK(product_share({8000, 8000}, 8000, 16) == ProductShare{{4, 4}});
  CHECK(product_share({8000, 8000}, 8000, 64) == ProductShare{{8, 8}});
}

TEST_CASE("product share: the longer side is cut") {
  CHECK(product_share({20000, 500}, 1000, 2) == ProductShare{{2, 1}});
  CHECK(product_share({500, 20000}, 1000, 2) == ProductShare{{1, 2}});
  CHECK(product_share({100000, 10}, 500, 8) == ProductShare{{8, 1}});
}

TEST_CASE("product share: a small C and a long k are split over k") {
  const ProductShare share = product_share({100, 100}, 1000000, 8);
  CHECK(share.k_parts == 8);
  CHECK(product_share({3000, 3000}, 1000000, 8).k_parts == 0);
}

TEST_CASE("product share: tiny products stay on one rank, and no share is uneven without need") {
  CHECK(product_share({4, 4}, 4, 64) == ProductShare{{1, 1}});
  for (const Index n : {50, 200, 1000, 3000})
    for (int ranks = 2; ranks <= 64; ++ranks) {
      const ProductShare share = product_share({n, n}, n, ranks);
      if (share.k_parts > 0) continue;
      CHECK(share.grid.size() <= ranks);
      CHECK(busiest({n, n}, share.grid) <= n * n / std::min<Index>(2, ranks));
    }
}

TEST_CASE("product share: C stays in place if distributed evenly, or too small for a move") {
  const auto rows = [](Index n, Index block, int ranks) {
    return Layout({.shape = {n, n}, .block = {block, block}, .grid = {ranks, 1}});
  };
  CHECK(node::is_even_enough(rows(4096, 64, 2), 4096, 2));
  CHECK_FALSE(node::is_even_enough(rows(4000, 4000, 2), 4000, 2));
  CHECK_FALSE(node::is_even_enough(rows(200, 64, 2), 200, 2));
  CHECK(node::is_even_enough(rows(48, 64, 2), 48, 2));
  CHECK(node::block_layout({10, 7}, {3, 2}).block() == Block{4, 4});
  CHECK(node::block_layout({0, 0}, {3, 2}).shape() == Shape{0, 0});
}
