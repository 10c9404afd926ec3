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

/// One dimension dealt in blocks to processes.
struct DealtDim {
  Index extent = 0;
  Index block = 1;
  int nprocs = 1;
  int source = 0;
};

/// One side of a random move in plain numbers, so that it can be made smaller: how a matrix or an
/// array is spread, which part of it moves, and how this program keeps its memory.
struct MoveSide {
  enum class Form { Layout, Tiles, Array };

  Form form = Form::Layout;
  std::vector<DealtDim> dims;                  ///< of tiles only the extents count
  GridOrder grid_order = GridOrder::Row;       ///< of a layout
  std::vector<int> ranks;                      ///< of a layout's grid positions; empty: in order
  std::vector<std::vector<Index>> cuts;        ///< of tiles: along rows and columns
  std::vector<int> owners;                     ///< of tiles, down the columns of tiles
  std::vector<std::vector<int>> groups;        ///< ranks of the copies; empty: one copy
  std::vector<Range> part;                     ///< what moves
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

/// An element of one rank: in which of its blocks, where there, and where in the whole.
struct OwnElement {
  int block = 0;
  Place local = {};
  Place global = {};
};

/// Calls f(element) for all elements that `rank` keeps, found by dealing one after the other and
/// counting.
void for_each_own(const MoveSide& side, int rank, const std::function<void(const OwnElement&)>& f);

/// Extents of the blocks that `rank` keeps, counted alike.
std::vector<Place> own_blocks(const MoveSide& side, int rank);

}  // namespace ashlar::test
