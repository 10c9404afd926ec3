// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/nodes/slab_ranks.hpp>

#include <algorithm>
#include <map>
#include <set>

#include <ashlar/linalg/layout_for.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;
using nodes::block_layout;
using nodes::SlabRanks;

namespace {

int node_of_rank(const std::vector<int>& node_of, int rank) {
  return node_of[static_cast<std::size_t>(rank)];
}

// Checks the parts that the ranks of a grid read, counted rank by rank.
void check_slab(const RankMap& c, bool is_left, const std::vector<int>& node_of, int most_parts) {
  const SlabRanks slab(c, is_left, node_of, most_parts);
  const GridShape grid = c.grid();
  REQUIRE(slab.parts() >= 1);
  CHECK(slab.parts() <= most_parts);
  std::map<std::pair<int, int>, int> layer_of_node;  // by line and node
  for (int p = 0; p < grid.rows; ++p)
    for (int q = 0; q < grid.cols; ++q) {
      const int line = is_left ? p : q, layer = slab.layer_of({p, q});
      const int node = node_of_rank(node_of, c.rank_of({p, q}));
      REQUIRE(layer < slab.layers());
      for (int part = 0; part < slab.parts(); ++part) {
        const Coord at = is_left ? Coord{line, part} : Coord{part, line};
        CHECK(node_of_rank(node_of, slab.layer(layer).rank_of(at)) == node);
      }
      // A node has one copy of a line.
      CHECK(layer_of_node.emplace(std::pair{line, node}, layer).first->second == layer);
    }
  int most_nodes = 0;
  for (int line = 0; line < (is_left ? grid.rows : grid.cols); ++line)
    most_nodes = std::max(
        most_nodes,
        static_cast<int>(std::ranges::count_if(
            layer_of_node, [line](const auto& entry) { return entry.first.first == line; })));
  CHECK(slab.layers() == most_nodes);
}

}  // namespace

TEST_CASE("slab ranks: every rank reads the parts of its node's ranks, kept once per node") {
  Choice choice(5);
  for (int round = 0; round < 300; ++round) {
    const int ranks = choice.between(1, 12);
    std::vector<int> node_of;
    for (int rank = 0; rank < ranks; ++rank)
      node_of.push_back(choice.one_in(2) ? rank / 2 * 2 : choice.between(0, ranks - 1));
    const RankMap c = choice.ranks(ranks);
    for (const bool is_left : {false, true}) check_slab(c, is_left, node_of, choice.between(1, 4));
  }
}

TEST_CASE("slab ranks: on a 2x2 grid whose columns are nodes, A comes twice and B once") {
  const RankMap grid({2, 2}, GridOrder::Column);
  const std::vector<int> node_of = {0, 0, 2, 2};
  const SlabRanks a(grid, true, node_of, 4), b(grid, false, node_of, 4);
  CHECK(a.layers() == 2);
  CHECK(a.parts() == 1);
  CHECK(b.layers() == 1);
  CHECK(b.parts() == 2);
}

TEST_CASE("slab ranks: blocks of C give every node a rectangle, and every rank a block") {
  const std::vector<int> two_by_two = {0, 0, 2, 2}, mixed = {0, 1, 0, 1}, uneven = {0, 0, 2};
  CHECK(block_layout({1000, 1000}, two_by_two).grid() == GridShape{2, 2});
  CHECK(block_layout({10000, 10}, two_by_two).grid() == GridShape{4, 1});
  CHECK(block_layout({10, 10000}, two_by_two).grid() == GridShape{1, 4});
  CHECK(block_layout({10, 10000}, uneven).grid() == GridShape{1, 3});
  for (const auto& node_of : {two_by_two, mixed, uneven, std::vector<int>{0}})
    for (const Shape shape : {Shape{100, 90}, Shape{1, 1}, Shape{3, 500}}) {
      const Layout layout = block_layout(shape, node_of);
      CHECK(layout.shape() == shape);
      CHECK(layout.grid().size() == static_cast<Index>(node_of.size()));
      CHECK(layout.rows().block_count() <= layout.grid().rows);
      CHECK(layout.cols().block_count() <= layout.grid().cols);
      std::map<int, std::set<int>> rows, cols;
      std::map<int, std::size_t> members;
      for (int rank = 0; rank < static_cast<int>(node_of.size()); ++rank) {
        const Coord at = *layout.ranks().coord_of(rank);
        const int node = node_of_rank(node_of, rank);
        rows[node].insert(at.row);
        cols[node].insert(at.col);
        ++members[node];
      }
      for (const auto& [node, count] : members)
        CHECK(rows[node].size() * cols[node].size() == count);
    }
}

TEST_CASE("nodes: taken for products where memory is not shared, and for no others") {
  const Machine hosts{.ranks = 4, .shares_memory = false}, node{.ranks = 4};
  const Shape shape{4000, 4000};
  CHECK(layout_for(Routine::Gemm, shape, hosts).algorithm == Algorithm::Nodes);
  CHECK(layout_for(Routine::Gemm, shape, node).algorithm == Algorithm::Node);
  CHECK(layout_for(Routine::Gemm, shape, node, Algorithm::Nodes).algorithm == Algorithm::Nodes);
  CHECK(layout_for(Routine::Syrk, shape, hosts).algorithm == Algorithm::ScaLapack);
  CHECK_THROWS_AS((void)layout_for(Routine::Syrk, shape, hosts, Algorithm::Nodes), ArgumentError);
  CHECK(algorithm_from_string("nodes") == Algorithm::Nodes);
}
