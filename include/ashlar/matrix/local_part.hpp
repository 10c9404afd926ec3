// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// The local indices of process `p` whose global indices lie in `range`: neighbours, since local
/// order is global order. O(1)
constexpr Range local_range(const Axis& axis, int p, Range range) {
  return {axis.local_count_below(p, range.first), axis.local_count_below(p, range.last)};
}

/// This rank's elements of a matrix or view: a rectangle of its block, since local order is global
/// order. [local]
/// @cost O(1)
/// @example rows [2, 9) of an axis with block 3 on 2 processes: process 0 keeps 2, 6-8, its local
/// rows [2, 6)
template <class T>
LocalView<T> local_part(const MatrixView<T>& a) {
  const auto& coord = a.matrix().coord();
  if (!coord) return {a.matrix().local().data, 0, 0, 1, 1};
  const Range rows = local_range(a.layout().rows(), coord->row, a.section().rows);
  const Range cols = local_range(a.layout().cols(), coord->col, a.section().cols);
  LocalView<T> part = a.matrix().local();
  if (!rows.empty() && !cols.empty()) part.data = part.at(rows.first, cols.first);
  part.rows = rows.size();
  part.cols = cols.size();
  return part;
}

}  // namespace ashlar
