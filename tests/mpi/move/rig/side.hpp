// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/placement.hpp>

namespace ashlar::test {

constexpr int most_dims = 5;

/// Indices of an element, or one number for each dimension; those beyond the last are 0.
using Place = std::array<Index, most_dims>;

/// One dimension, distributed in blocks over processes.
struct DistributedDim {
  Index extent = 0;
  Index block = 1;
  int nprocs = 1;
  int source = 0;
};

/// One side of a random move in plain numbers, which can be shrunk: the distribution of a matrix or
/// an array, the moved part, and the storage in this program.
struct MoveSide {
  enum class Form { Layout, Tiles, Array };

  Form form = Form::Layout;
  std::vector<DistributedDim> dims;            ///< only extents matter for tiles
  GridOrder grid_order = GridOrder::Row;       ///< of a layout
  std::vector<int> ranks;                      ///< of a layout's grid positions; empty: in order
  std::vector<std::vector<Index>> cuts;        ///< of tiles: along rows and columns
  std::vector<int> owners;                     ///< of tiles, down the columns of tiles
  std::vector<std::vector<int>> groups;        ///< ranks of the copies; empty: one copy
  std::vector<Range> part;                     ///< moved part
  StorageOrder order = StorageOrder::Fortran;  ///< of memory
  bool wrapped = false;                        ///< in memory of the caller
  Index padding = 0;                           ///< of wrapped matrices

  int ndims() const { return static_cast<int>(dims.size()); }
  bool is_plain_layout() const { return form == Form::Layout && groups.empty(); }

  Placement placement() const;
  Distribution distribution() const;
  Section section() const { return {part[0], part[1]}; }

  std::string describe() const;
};

/// An element of one rank: its block, its indices in the block and in the whole.
struct OwnElement {
  int block = 0;
  Place local = {};
  Place global = {};
};

/// Calls f(element) for all elements that `rank` stores, found by distributing and counting them
/// one by one.
void for_each_own(const MoveSide& side, int rank, const std::function<void(const OwnElement&)>& f);

/// Extents of the blocks that `rank` stores, found by counting.
std::vector<Place> own_blocks(const MoveSide& side, int rank);

}  // namespace ashlar::test
