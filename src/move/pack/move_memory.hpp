// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "box_walk.hpp"
#include "move/kernels/combine.hpp"
#include "move/pull/combined_pull.hpp"
#include "move/pull/pull_tables.hpp"
#include "route.hpp"

namespace ashlar::detail {

struct Ends {
  const Operand* source;
  const Target* target;
};

/// Memory of both ends of a move, and its arithmetic: set before each run.
struct MoveMemory {
  InlineVector<MemoryBlock, 1> source, target;
  Combine combine;
  bool is_turned = false;  ///< the target is contiguous across the source's columns
  bool streams = false;    ///< write the target by non-temporal stores
  bool is_far = false;     ///< the source exceeds the caches

  bool turns(const BoxSlice& slice) const {
    return slice.target_ld > 0 ? slice.is_turned : is_turned;
  }
  PullSource source_of(const BoxSlice& slice) const {
    const MemoryBlock& block = source[slice.source_block];
    return {block.data + slice.source_offset * combine.source_bytes(),
            slice.source_ld > 0 ? slice.source_ld : block.ld};
  }
  PullTarget target_of(const BoxSlice& slice) const {
    const MemoryBlock& block = target[slice.target_block];
    return {block.data + slice.target_offset * combine.target_bytes(),
            slice.target_ld > 0 ? slice.target_ld : block.ld};
  }
};

/// Sets memory and arithmetic; allocates nothing for single blocks.
/// @param overflows  as in Combine
inline void bind_memory(const Route& route, const Orders& orders, const Ends& ends,
                        MoveMemory& memory, Index* overflows) {
  const Operand &source = *ends.source, &target = ends.target->operand;
  memory.source = source.blocks;
  memory.target = target.blocks;
  if (route.ndims() <= 2 && route.moves().is_of_arrays()) {
    memory.source[0].ld = route.source_block(route.rank(), 0, orders.source).ld;
    memory.target[0].ld = route.target_block(route.rank(), 0, orders.target).ld;
  }
  memory.combine = Combine(route.element(), target.element, ends.target->factors,
                           route.is_conjugating(), overflows);
  memory.is_turned = route.source_dim(orders.source) != route.target_dim(orders.target);
  memory.streams = route.elements_in() * route.element_bytes() >= stream_from_bytes();
  memory.is_far = route.elements_out() * route.element_bytes() >= stream_from_bytes();
}

/// Reusable buffers of pulls of slices.
struct SliceRoom {
  std::vector<PullSource> sources;
  PullTables tables;
};

/// Packs the rows of a slice; `buffer` is the address of packed row 0.
inline void pack_slice(const BoxSlice& slice, const MoveMemory& memory, std::byte* buffer,
                       SliceRoom& room, bool stream) {
  const Pull pull{.along = slice.inner,
                  .across = slice.outer,
                  .element_bytes = static_cast<int>(memory.combine.source_bytes()),
                  .triangle = slice.triangle,
                  .is_far = memory.is_far,
                  .tables = &room.tables};
  room.sources.assign(1, memory.source_of(slice));
  pull.run(room.sources, buffer, slice.rows.size(), kernels(), stream);
}

/// Pulls a slice into the target: the lines of `distribution`, or all with arithmetic.
/// @param source  memory of the source, or a message
inline void pull_slice(const BoxSlice& slice, const MoveMemory& memory, const PullSource& source,
                       Conjugate conjugate, SliceRoom& room,
                       const LineDistribution& distribution = {}) {
  const bool turned = memory.turns(slice);
  const Pull pull{.along = turned ? slice.outer : slice.inner,
                  .across = turned ? slice.inner : slice.outer,
                  .turned = turned,
                  .element_bytes = static_cast<int>(memory.combine.source_bytes()),
                  .conjugate = conjugate,
                  .triangle = turned ? slice.triangle.transposed() : slice.triangle,
                  .distribution = distribution,
                  .tables = &room.tables};
  room.sources.assign(1, source);
  pull_into(memory.target_of(slice), memory.combine, pull, room.sources, memory.streams);
}

}  // namespace ashlar::detail
