// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <numeric>
#include <tuple>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>

#include "support/mpi_test.hpp"

namespace ashlar::test {

using AllElements =
    std::tuple<float, double, c64, c128, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
               std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

/// Layouts of special kinds on a grid of all ranks of a communicator: empty, 1x1, ragged, blocks
/// larger than the matrix, more processes than blocks, sources other than 0, ranks by table.
inline std::vector<Layout> layout_cases(GridShape grid, GridOrder order) {
  const Coord last{grid.rows - 1, grid.cols - 1};
  std::vector<int> backwards(static_cast<std::size_t>(grid.size()));
  std::iota(backwards.rbegin(), backwards.rend(), 0);
  const auto layout = [&](Shape shape, Block block, Coord source, std::vector<int> ranks = {}) {
    return Layout({.shape = shape,
                   .block = block,
                   .grid = grid,
                   .source = source,
                   .grid_order = order,
                   .ranks = ranks});
  };
  return {
      layout({0, 0}, {2, 3}, {}),
      layout({0, 7}, {2, 3}, last),
      layout({5, 0}, {1, 1}, {}),
      layout({1, 1}, {1, 1}, last),
      layout({9, 9}, {2, 2}, {}),
      layout({10, 7}, {3, 2}, last),
      layout({6, 11}, {64, 64}, {}),
      layout({7, 5}, {7, 1}, last),
      layout({3, 2}, {1, 1}, {}),
      layout({13, 4}, {2, 5}, {}, backwards),
      layout({8, 12}, {2, 3}, last, backwards),
  };
}

/// Calls `f(comm, layout)` for all these layouts on all grids, and for some layouts with idle ranks
/// of `comm`.
template <class F>
void for_each_layout(mpi::CommunicatorView comm, F&& f) {
  for_each_grid(comm, [&](mpi::CommunicatorView part, GridShape grid, GridOrder order) {
    for (const Layout& layout : layout_cases(grid, order)) f(part, layout);
  });
  const int size = comm.size();
  f(comm, Layout({.shape = {9, 8}, .block = {2, 3}, .grid = {1, 1}, .ranks = {size - 1}}));
  if (size > 2)
    f(comm, Layout({.shape = {9, 8},
                    .block = {2, 3},
                    .grid = {2, 1},
                    .source = {1, 0},
                    .ranks = {size - 1, 1}}));
}

/// A value that identifies its element: different for all elements of small matrices (in 8 bits:
/// for most).
template <class T>
T face(Index i, Index j) {
  return static_cast<T>(static_cast<RealOf<T>>(i * 16 + j));
}
template <>
inline c64 face(Index i, Index j) {
  return {static_cast<float>(i), static_cast<float>(j)};
}
template <>
inline c128 face(Index i, Index j) {
  return {static_cast<double>(i), static_cast<double>(j)};
}

/// Process and position of element `g` of an axis, by counting instead of a formula.
struct Place {
  int process;
  Index position;
};
inline std::vector<Place> places_by_counting(const Axis& axis) {
  std::vector<Index> filled(static_cast<std::size_t>(axis.nprocs), 0);
  std::vector<Place> places;
  int process = axis.source;
  for (Index g = 0; g < axis.extent; ++g) {
    if (g > 0 && g % axis.block == 0) process = process + 1 == axis.nprocs ? 0 : process + 1;
    places.push_back({process, filled[static_cast<std::size_t>(process)]++});
  }
  return places;
}

}  // namespace ashlar::test
