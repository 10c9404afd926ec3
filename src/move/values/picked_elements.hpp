// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <type_traits>

#include <ashlar/matrix/detail/any_block.hpp>
#include <ashlar/move/detail/operand.hpp>

#include "scattered_indices.hpp"

namespace ashlar::detail {

/// This rank's memory of a matrix, addressed by local indices.
inline AnyBlock local_memory(const Operand& matrix) {
  const MemoryBlock& block = matrix.blocks[0];
  const bool is_column_major = matrix.order == StorageOrder::Fortran;
  return {.data = block.data,
          .row_stride = is_column_major ? 1 : block.ld,
          .col_stride = is_column_major ? block.ld : 1};
}

inline Index place_of(Index index) { return index; }
inline Index place_of(const ScatteredIndex& index) { return index.place; }

/// Calls f(element, size) for the elements of `block` at rows x cols, in column-major order; the
/// constant size lets compilers inline copies.
template <class Indices, class F>
void for_each_picked(const AnyBlock& block, Index element_bytes, const Indices& rows,
                     const Indices& cols, F&& f) {
  const auto walk = [&](auto bytes) {
    for (const auto& col : cols) {
      std::byte* const column = block.data + place_of(col) * block.col_stride * bytes();
      for (const auto& row : rows) f(column + place_of(row) * block.row_stride * bytes(), bytes);
    }
  };
  switch (element_bytes) {
    case 1: return walk(std::integral_constant<Index, 1>());
    case 2: return walk(std::integral_constant<Index, 2>());
    case 4: return walk(std::integral_constant<Index, 4>());
    case 8: return walk(std::integral_constant<Index, 8>());
    default: return walk(std::integral_constant<Index, 16>());
  }
}

/// Packs the elements of `block` at rows x cols.
template <class Indices>
void gather_picked(const AnyBlock& block, Index element_bytes, const Indices& rows,
                   const Indices& cols, std::byte* to) {
  for_each_picked(block, element_bytes, rows, cols, [&to](const std::byte* element, auto bytes) {
    std::memcpy(to, element, bytes);
    to += bytes;
  });
}

template <class Indices>
void scatter_picked(const AnyBlock& block, Index element_bytes, const Indices& rows,
                    const Indices& cols, const std::byte* from) {
  for_each_picked(block, element_bytes, rows, cols, [&from](std::byte* element, auto bytes) {
    std::memcpy(element, from, bytes);
    from += bytes;
  });
}

}  // namespace ashlar::detail
