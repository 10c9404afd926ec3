// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/axis.hpp>
#include <ashlar/layout/detail/runs.hpp>
#include <ashlar/layout/detail/triangle.hpp>

namespace ashlar::detail {

/// Range of an axis, with indices from 0.
struct DistributedRange {
  Axis axis;
  Index first = 0, length = 0;
};

/// Elements of the triangle by process, in row-major order of the grid.
///
/// Row i of a lower triangle has F(i + diagonal + 1) elements on a process, where F(x) counts its
/// columns before x. A block of rows has a difference of sums of F, which have a closed form for
/// periodic distributions.
/// @cost a few operations per process and block along the dimension with fewer blocks; with many in
///   both, that of Triangle::count
std::vector<Index> triangle_volumes(const Triangle& triangle, const DistributedRange& rows,
                                    const DistributedRange& cols);

/// Hull of the runs.
/// @pre the list has elements
Range reach_of(const RunList& runs);

/// Sorted ends of ranges that determine an intersection of rows x columns with a triangle: of a
/// lower one the last row and the first column.
std::vector<Index> ends_of_rows(const Triangle& triangle, const std::vector<Range>& rows);
std::vector<Index> ends_of_cols(const Triangle& triangle, const std::vector<Range>& cols);

/// Pairs of row and column ranges that intersect the triangle.
/// @cost linear
Index pairs_in(const Triangle& triangle, const std::vector<Index>& row_ends,
               const std::vector<Index>& col_ends);

}  // namespace ashlar::detail
