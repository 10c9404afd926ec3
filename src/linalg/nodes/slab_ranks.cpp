// SPDX-License-Identifier: BSD-3-Clause
#include "slab_ranks.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "base/tuning.hpp"
#include "linalg/node/product_grid.hpp"

namespace ashlar::nodes {
namespace {

double side_cost(Shape c, GridShape grid) {
  return static_cast<double>(c.rows) / grid.rows + static_cast<double>(c.cols) / grid.cols;
}

std::vector<GridShape> grids_of(int size) {
  std::vector<GridShape> grids;
  for (int rows = 1; rows <= size; ++rows)
    if (size % rows == 0) grids.push_back({rows, size / rows});
  return grids;
}

struct Group {
  int node;
  std::vector<int> ranks;
};

std::vector<Group> groups_of(const std::vector<int>& line, const std::vector<int>& node_of) {
  std::vector<Group> groups;
  for (const int rank : line) {
    const int node = node_of[static_cast<std::size_t>(rank)];
    const auto found = std::ranges::find(groups, node, &Group::node);
    if (found == groups.end()) groups.push_back({node, {rank}});
    else found->ranks.push_back(rank);
  }
  return groups;
}

}  // namespace

Layout block_layout(Shape shape, const std::vector<int>& node_of) {
  std::map<int, std::vector<int>> by_node;
  for (std::size_t rank = 0; rank < node_of.size(); ++rank)
    by_node[node_of[rank]].push_back(static_cast<int>(rank));
  std::vector<std::vector<int>> nodes;
  for (auto& [node, ranks] : by_node) nodes.push_back(std::move(ranks));

  const std::size_t members = nodes.front().size();
  const bool is_even =
      std::ranges::all_of(nodes, [&](const auto& ranks) { return ranks.size() == members; });
  GridShape outer, inner;
  if (is_even) {
    double least = std::numeric_limits<double>::infinity();
    for (const GridShape a : grids_of(static_cast<int>(nodes.size())))
      for (const GridShape b : grids_of(static_cast<int>(members))) {
        const double cost = ashlar::detail::tuning().fetch_cost * side_cost(shape, a) +
                            side_cost(shape, {a.rows * b.rows, a.cols * b.cols});
        if (cost >= least) continue;
        least = cost;
        outer = a;
        inner = b;
      }
  } else {
    const int all = static_cast<int>(node_of.size());
    inner = shape.rows > shape.cols ? GridShape{all, 1} : GridShape{1, all};
    std::vector<int> in_turn;
    for (const auto& ranks : nodes) in_turn.insert(in_turn.end(), ranks.begin(), ranks.end());
    nodes = {in_turn};
  }

  const GridShape grid{outer.rows * inner.rows, outer.cols * inner.cols};
  std::vector<int> ranks;
  for (int p = 0; p < grid.rows; ++p)
    for (int q = 0; q < grid.cols; ++q) {
      const int node = p / inner.rows * outer.cols + q / inner.cols;
      const int member = p % inner.rows * inner.cols + q % inner.cols;
      ranks.push_back(nodes[static_cast<std::size_t>(node)][static_cast<std::size_t>(member)]);
    }
  const Layout blocks = node::block_layout(shape, grid);
  return {blocks.rows(), blocks.cols(), RankMap(grid, GridOrder::Row, ranks)};
}

SlabRanks::SlabRanks(const RankMap& c, bool is_left, const std::vector<int>& node_of,
                     int most_parts)
    : grid_(c.grid()),
      parts_(most_parts),
      layer_of_(static_cast<std::size_t>(grid_.rows) * static_cast<std::size_t>(grid_.cols)) {
  const int lines = is_left ? grid_.rows : grid_.cols, places = is_left ? grid_.cols : grid_.rows;
  std::vector<std::vector<Group>> groups;
  std::size_t layers = 0;
  for (int line = 0; line < lines; ++line) {
    std::vector<int> ranks;
    for (int place = 0; place < places; ++place)
      ranks.push_back(c.rank_of(is_left ? Coord{line, place} : Coord{place, line}));
    const std::vector<Group>& found = groups.emplace_back(groups_of(ranks, node_of));
    layers = std::max(layers, found.size());
    for (const Group& group : found)
      parts_ = std::min(parts_, static_cast<int>(group.ranks.size()));
    for (int place = 0; place < places; ++place) {
      const int node = node_of[static_cast<std::size_t>(ranks[static_cast<std::size_t>(place)])];
      const auto mine = std::ranges::find(found, node, &Group::node) - found.begin();
      const int position = is_left ? line * grid_.cols + place : place * grid_.cols + line;
      layer_of_[static_cast<std::size_t>(position)] = static_cast<int>(mine);
    }
  }
  for (std::size_t layer = 0; layer < layers; ++layer) {
    std::vector<int> ranks;
    for (const std::vector<Group>& line : groups) {
      const std::vector<int>& keepers = line[layer < line.size() ? layer : 0].ranks;
      ranks.insert(ranks.end(), keepers.begin(), keepers.begin() + parts_);
    }
    layers_.push_back(is_left ? RankMap({lines, parts_}, GridOrder::Row, ranks)
                              : RankMap({parts_, lines}, GridOrder::Column, ranks));
  }
}

}  // namespace ashlar::nodes
