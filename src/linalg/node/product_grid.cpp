// SPDX-License-Identifier: BSD-3-Clause
#include "product_grid.hpp"

#include <algorithm>
#include <limits>

namespace ashlar::node {
namespace {

double largest_part(Index size, int parts) {
  const Index most = (size + parts - 1) / parts;
  return static_cast<double>(most);
}

double blocks_cost(Shape c, Index k, GridShape grid) {
  const double m = largest_part(c.rows, grid.rows), n = largest_part(c.cols, grid.cols);
  return (m * n + ashlar::detail::tuning().read_cost * (m + n)) * static_cast<double>(k) +
         ashlar::detail::tuning().meeting_cost * static_cast<double>(grid.rows * grid.cols - 1);
}

double k_parts_cost(Shape c, Index k, int parts) {
  const auto m = static_cast<double>(c.rows), n = static_cast<double>(c.cols);
  return (m * n + ashlar::detail::tuning().read_cost * (m + n)) * largest_part(k, parts) +
         ashlar::detail::tuning().sum_cost * m * n +
         ashlar::detail::tuning().meeting_cost * static_cast<double>(parts - 1);
}

}  // namespace

ProductShare product_share(Shape c, Index k, int ranks) {
  ProductShare best{{1, 1}};
  double least = blocks_cost(c, k, {1, 1});
  for (int used = 2; used <= ranks; ++used)
    for (int rows = 1; rows <= used; ++rows) {
      if (used % rows != 0) continue;
      const GridShape grid{rows, used / rows};
      const double cost = blocks_cost(c, k, grid);
      if (cost >= least) continue;
      least = cost;
      best = {grid};
    }
  if (c.rows > ashlar::detail::tuning().partial_c_elements / std::max<Index>(c.cols, 1))
    return best;
  for (int parts = 2; parts <= ranks; ++parts) {
    // Partial copies of C take memory, so they must be clearly faster.
    const double cost = 1.25 * k_parts_cost(c, k, parts);
    if (cost >= least) continue;
    least = cost;
    best = {{1, 1}, parts};
  }
  return best;
}

Layout block_layout(Shape shape, GridShape grid) {
  const Index rows = (shape.rows + grid.rows - 1) / grid.rows;
  const Index cols = (shape.cols + grid.cols - 1) / grid.cols;
  return Layout({.shape = shape,
                 .block = {std::max<Index>(rows, 1), std::max<Index>(cols, 1)},
                 .grid = grid});
}

bool is_even_enough(const Layout& layout, Index k, int ranks, const MoveCost& cost) {
  Index rows = 0, cols = 0;
  for (int p = 0; p < layout.grid().rows; ++p) rows = std::max(rows, layout.rows().local_count(p));
  for (int q = 0; q < layout.grid().cols; ++q) cols = std::max(cols, layout.cols().local_count(q));
  const double most = static_cast<double>(rows) * static_cast<double>(cols);
  const double even = static_cast<double>(layout.shape().rows) *
                      static_cast<double>(layout.shape().cols) / static_cast<double>(ranks);
  return (most - even) * static_cast<double>(k) <= cost.element * even + cost.latency;
}

bool starts_blocks(const Layout& layout, const Section& section) {
  const auto starts = [](const Axis& axis, Range range) {
    return axis.nprocs == 1 || range.first % axis.block == 0;
  };
  return starts(layout.rows(), section.rows) && starts(layout.cols(), section.cols);
}

}  // namespace ashlar::node
