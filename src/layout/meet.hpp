// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <ashlar/layout/detail/triangle.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::detail {

/// True if the sections intersect.
inline bool meet(const Section& a, const Section& b) {
  return !intersection(a.rows, b.rows).empty() && !intersection(a.cols, b.cols).empty();
}

/// True if the boxes of an array intersect.
inline bool meet(const std::vector<Range>& a, const std::vector<Range>& b) {
  for (std::size_t d = 0; d < a.size(); ++d)
    if (intersection(a[d], b[d]).empty()) return false;
  return true;
}

/// True if a triangle of one section and a triangle of another have an element in common. In the
/// rectangle common to both sections j - i takes every value from one corner to the other, so the
/// bounds of the triangles decide.
inline bool meet(const Section& a, const Triangle& of_a, const Section& b, const Triangle& of_b) {
  if (!meet(a, b)) return false;
  __extension__ using Wide = __int128;  // sums of two indices
  const Range rows = intersection(a.rows, b.rows), cols = intersection(a.cols, b.cols);
  Wide least = Wide{cols.first} - (rows.last - 1), most = Wide{cols.last - 1} - rows.first;
  const auto bound = [&](const Section& section, const Triangle& triangle) {
    const Wide diagonal = Wide{triangle.diagonal} + (section.cols.first - section.rows.first);
    if (triangle.uplo == Uplo::Upper) least = std::max(least, diagonal);
    if (triangle.uplo == Uplo::Lower) most = std::min(most, diagonal);
  };
  bound(a, of_a);
  bound(b, of_b);
  return least <= most;
}

}  // namespace ashlar::detail
