// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

/// A block as the lines that lie in memory one after the other: `cols` of `rows` elements each.
constexpr Shape in_lines(Shape block, StorageOrder order) {
  return order == StorageOrder::Fortran ? block : block.transposed();
}

/// Least leading dimension (ScaLAPACK LLD) of a block.
constexpr Index tight_ld(Shape block) { return block.rows > 1 ? block.rows : 1; }

/// Leading dimension of a column-major block that a matrix keeps itself (of a row-major one, that
/// of the transposed block): its rows, from 64 rows on rounded up so that all columns begin alike
/// within a cache line, whatever the element, but not to a multiple of 512, where columns side by
/// side would fall into the same sets of a cache.
constexpr Index owned_ld(Shape block) {
  constexpr Index widest = Index{1} << 62;
  if (block.rows < 64 || block.rows > widest) return tight_ld(block);
  const Index whole_lines = (block.rows + 15) / 16 * 16;
  return whole_lines % 512 == 0 ? whole_lines + 16 : whole_lines;
}

}  // namespace ashlar
