// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/axis.hpp>

/// Process and local index of one element of an axis.
struct DistributedPlace {
  int process = 0;
  ashlar::Index local = 0;
};

/// The oracle for an axis: distributes its elements one at a time, and only counts.
inline std::vector<DistributedPlace> distribute(const ashlar::Axis& axis) {
  std::vector<ashlar::Index> filled(static_cast<std::size_t>(axis.nprocs), 0);
  std::vector<DistributedPlace> places;
  int process = axis.source;
  ashlar::Index in_block = 0;
  for (ashlar::Index g = 0; g < axis.extent; ++g) {
    if (in_block == axis.block) {
      in_block = 0;
      process = process + 1 == axis.nprocs ? 0 : process + 1;
    }
    places.push_back({process, filled[static_cast<std::size_t>(process)]++});
    ++in_block;
  }
  return places;
}

/// Calls f for every axis of up to `most_extent` elements in blocks of up to `most_block` on up to
/// `most_procs` processes, with every source.
template <class F>
void for_each_axis(ashlar::Index most_extent, ashlar::Index most_block, int most_procs, F&& f) {
  for (ashlar::Index extent = 0; extent <= most_extent; ++extent)
    for (ashlar::Index block = 1; block <= most_block; ++block)
      for (int nprocs = 1; nprocs <= most_procs; ++nprocs)
        for (int source = 0; source < nprocs; ++source)
          f(ashlar::Axis{extent, block, nprocs, source});
}
