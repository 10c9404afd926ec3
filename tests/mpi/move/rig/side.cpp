// SPDX-License-Identifier: BSD-3-Clause
#include "side.hpp"

#include <algorithm>
#include <optional>

#include <ashlar/base/concat.hpp>

namespace ashlar::test {
namespace {

std::size_t at(Index number) { return static_cast<std::size_t>(number); }

Replicas replicas_of(const MoveSide& side) {
  if (side.groups.empty()) return {};
  int next = 0;
  bool in_order = true;
  for (const auto& group : side.groups)
    for (int rank : group) in_order = in_order && rank == next++;
  const int count = static_cast<int>(side.groups.size()),
            size = static_cast<int>(side.groups[0].size());
  return in_order ? Replicas(count, size) : Replicas(side.groups);
}

/// The rank's number within a copy; nullopt if it stores nothing.
std::optional<int> member_of(const MoveSide& side, int rank) {
  if (side.groups.empty()) return rank;
  for (const auto& group : side.groups)
    for (std::size_t m = 0; m < group.size(); ++m)
      if (group[m] == rank) return static_cast<int>(m);
  return {};
}

/// Grid coordinates of a member, assigned in the grid's order; nullopt if it has no position in the
/// grid.
std::optional<std::vector<int>> coords_of(const MoveSide& side, int member) {
  int positions = 1;
  for (const DistributedDim& dim : side.dims) positions *= dim.nprocs;
  int position = member;
  if (!side.ranks.empty())
    position = static_cast<int>(std::find(side.ranks.begin(), side.ranks.end(), member) -
                                side.ranks.begin());
  if (position >= positions) return {};
  std::vector<int> coords(side.dims.size());
  // By rows the last dimension varies fastest, by columns the first one.
  const bool by_columns =
      side.form == MoveSide::Form::Layout && side.grid_order == GridOrder::Column;
  for (std::size_t k = 0; k < coords.size(); ++k) {
    const std::size_t d = by_columns ? k : coords.size() - 1 - k;
    coords[d] = position % side.dims[d].nprocs;
    position /= side.dims[d].nprocs;
  }
  return coords;
}

/// The global indices of one process along a dimension, in order.
std::vector<Index> held(const DistributedDim& dim, int coord) {
  std::vector<Index> indices;
  for (Index g = 0; g < dim.extent; ++g)
    if ((g / dim.block + dim.source) % dim.nprocs == coord) indices.push_back(g);
  return indices;
}

/// A block and its global indices along each dimension.
struct Held {
  std::vector<std::vector<Index>> indices;
};

std::vector<Held> blocks_of(const MoveSide& side, int rank) {
  std::vector<Held> blocks;
  const auto member = member_of(side, rank);
  if (!member) return blocks;
  if (side.form == MoveSide::Form::Tiles) {
    std::size_t number = 0;
    for (std::size_t c = 0; c + 1 < side.cuts[1].size(); ++c)
      for (std::size_t r = 0; r + 1 < side.cuts[0].size(); ++r) {
        if (side.owners[number++] != *member) continue;
        Held& block = blocks.emplace_back(Held{std::vector<std::vector<Index>>(2)});
        for (Index i = side.cuts[0][r]; i < side.cuts[0][r + 1]; ++i) block.indices[0].push_back(i);
        for (Index j = side.cuts[1][c]; j < side.cuts[1][c + 1]; ++j) block.indices[1].push_back(j);
      }
    return blocks;
  }
  const auto coords = coords_of(side, *member);
  if (!coords) return blocks;
  Held& block = blocks.emplace_back();
  for (std::size_t d = 0; d < side.dims.size(); ++d)
    block.indices.push_back(held(side.dims[d], (*coords)[d]));
  return blocks;
}

}  // namespace

Placement MoveSide::placement() const {
  if (form == Form::Tiles) return {BlockMap(cuts[0], cuts[1], owners), replicas_of(*this)};
  return {Layout({.shape = {dims[0].extent, dims[1].extent},
                  .block = {dims[0].block, dims[1].block},
                  .grid = {dims[0].nprocs, dims[1].nprocs},
                  .source = {dims[0].source, dims[1].source},
                  .grid_order = grid_order,
                  .ranks = ranks}),
          replicas_of(*this)};
}

Distribution MoveSide::distribution() const {
  std::vector<Axis> axes;
  for (const DistributedDim& dim : dims)
    axes.push_back({dim.extent, dim.block, dim.nprocs, dim.source});
  return Distribution(axes, order);
}

std::string MoveSide::describe() const {
  std::string text;
  if (form == Form::Tiles) {
    text = "tiles cut at";
    for (const auto& list : cuts) {
      text += " ";
      for (Index cut : list) text += concat(cut, ",");
    }
    text += " on";
    for (int owner : owners) text += concat(" ", owner);
  } else {
    text = form == Form::Array ? "array" : "layout";
    for (const DistributedDim& dim : dims)
      text += concat(" ", dim.extent, "/", dim.block, "@", dim.nprocs, "+", dim.source);
    if (form == Form::Layout) text += concat(" ", to_string(grid_order));
    for (int rank : ranks) text += concat(" r", rank);
  }
  for (const auto& group : groups) {
    text += " copy on";
    for (int rank : group) text += concat(" ", rank);
  }
  text += " part";
  for (const Range& range : part) text += concat(" ", range.first, ":", range.last);
  return concat(text, wrapped ? " wrapped" : " owned", " +", padding, " ", to_string(order));
}

void for_each_own(const MoveSide& side, int rank, const std::function<void(const OwnElement&)>& f) {
  OwnElement element;
  for (const Held& block : blocks_of(side, rank)) {
    bool is_empty = false;
    for (const auto& indices : block.indices) is_empty = is_empty || indices.empty();
    const std::size_t n = block.indices.size();
    element.local = {};
    for (bool more = !is_empty; more;) {
      for (std::size_t d = 0; d < n; ++d)
        element.global[d] = block.indices[d][at(element.local[d])];
      f(element);
      more = false;
      for (std::size_t d = 0; d < n && !more; ++d) {
        more = ++element.local[d] < std::ssize(block.indices[d]);
        if (!more) element.local[d] = 0;
      }
    }
    ++element.block;
  }
}

std::vector<Place> own_blocks(const MoveSide& side, int rank) {
  std::vector<Place> extents;
  for (const Held& block : blocks_of(side, rank)) {
    Place& place = extents.emplace_back(Place{});
    for (std::size_t d = 0; d < block.indices.size(); ++d) place[d] = std::ssize(block.indices[d]);
  }
  return extents;
}

}  // namespace ashlar::test
