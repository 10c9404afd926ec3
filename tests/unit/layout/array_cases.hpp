// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>

#include "distributed.hpp"

namespace ashlar::test {

using Position = std::vector<Index>;

/// Draws numbers, equal on all machines and on all ranks with one seed.
class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  int operator()(int first, int last) {
    return first + static_cast<int>(engine_() % static_cast<unsigned>(last - first + 1));
  }
  std::mt19937& engine() { return engine_; }

 private:
  std::mt19937 engine_;
};

/// A dimension distributed as BLOCK, CYCLIC, CYCLIC(k), each with any source, or NONE.
inline Axis random_axis(Draw& random, Index extent, int nprocs) {
  const Index share = std::max<Index>(1, (extent + nprocs - 1) / nprocs);
  switch (random(0, 3)) {
    case 0: return {extent, share, nprocs, 0};
    case 1: return {extent, 1, nprocs, random(0, nprocs - 1)};
    case 2: return {extent, random(1, 4), nprocs, random(0, nprocs - 1)};
    default:
      if (nprocs > 1) return {extent, random(1, 9), nprocs, 0};
      return {extent, std::max<Index>(1, extent), 1, 0};
  }
}

/// Numbers of processes along each dimension, at most `most` in all.
inline std::vector<int> random_grid(Draw& random, std::size_t ndims, int most) {
  std::vector<int> grid(ndims, 1);
  const int first = random(0, static_cast<int>(ndims) - 1);
  for (std::size_t k = 0; k < ndims; ++k) {
    int& nprocs = grid[(static_cast<std::size_t>(first) + k) % ndims];
    nprocs = random(1, std::min(most, random(0, 3) == 0 ? most : 3));
    most /= nprocs;
  }
  return grid;
}

/// A move between two arrays.
struct ArrayCase {
  Distribution source, target;
  ArrayTransferOptions options;
};

/// Arrays of 1 to 6 dimensions, distributed over at most `ranks` processes: permuted dimensions,
/// boxes of either side, both orders, empty arrays.
inline ArrayCase random_array_case(Draw& random, int ranks) {
  const int n = random(1, 6);
  const int largest = n == 1 ? 40 : n == 2 ? 12 : n == 3 ? 7 : n == 4 ? 5 : 3;
  std::vector<int> axes(static_cast<std::size_t>(n));
  std::iota(axes.begin(), axes.end(), 0);
  if (random(0, 1)) std::shuffle(axes.begin(), axes.end(), random.engine());
  std::vector<Axis> from(axes.size()), to(axes.size());
  const std::vector<int> from_grid = random_grid(random, axes.size(), ranks),
                         to_grid = random_grid(random, axes.size(), ranks);
  ArrayTransferOptions options;
  const bool boxes = random(0, 1) == 1;
  options.source.resize(boxes ? axes.size() : 0);
  options.target.resize(boxes ? axes.size() : 0);
  for (std::size_t d = 0; d < axes.size(); ++d) {
    const auto s = static_cast<std::size_t>(axes[d]);
    const Index length = random(random(0, 15) == 0 ? 0 : 1, largest);
    const Index before = boxes ? random(0, 2) : 0, ahead = boxes ? random(0, 2) : 0;
    from[s] = random_axis(random, before + length + (boxes ? random(0, 2) : 0), from_grid[s]);
    to[d] = random_axis(random, ahead + length + (boxes ? random(0, 2) : 0), to_grid[d]);
    if (boxes) {
      options.source[s] = {before, before + length};
      options.target[d] = {ahead, ahead + length};
    }
  }
  if (random(0, 3) > 0 || !std::is_sorted(axes.begin(), axes.end())) options.axes = axes;
  const auto order = [&] { return random(0, 1) ? StorageOrder::C : StorageOrder::Fortran; };
  const StorageOrder source_order = order(), target_order = order();
  return {Distribution(from, source_order), Distribution(to, target_order), options};
}

/// Owner of an element and its offset in the owner's memory, found by counting along each
/// dimension.
struct Spot {
  int rank;
  Index offset;
  friend bool operator==(const Spot&, const Spot&) = default;
};

/// Owners and offsets of the elements of an array, found by counting along each dimension.
class CountedArray {
 public:
  explicit CountedArray(const Distribution& array) : array_(array) {
    for (const Axis& axis : array.axes()) {
      places_.push_back(distribute(axis));
      std::vector<Index> held(static_cast<std::size_t>(axis.nprocs), 0);
      for (const DistributedPlace& p : places_.back()) ++held[static_cast<std::size_t>(p.process)];
      held_.push_back(held);
    }
  }
  Spot of(const Position& indices) const {
    Spot spot{0, 0};
    const std::size_t n = indices.size();
    for (std::size_t d = 0; d < n; ++d) {
      spot.rank = spot.rank * array_.axes()[d].nprocs + at(d, indices).process;
      // From the slowest dimension on: the first in C order, the last in Fortran order.
      const std::size_t f = array_.storage_order() == StorageOrder::C ? d : n - 1 - d;
      spot.offset = spot.offset * held_[f][static_cast<std::size_t>(at(f, indices).process)] +
                    at(f, indices).local;
    }
    return spot;
  }

 private:
  const DistributedPlace& at(std::size_t d, const Position& indices) const {
    return places_[d][static_cast<std::size_t>(indices[d])];
  }
  const Distribution& array_;
  std::vector<std::vector<DistributedPlace>> places_;
  std::vector<std::vector<Index>> held_;
};

}  // namespace ashlar::test
