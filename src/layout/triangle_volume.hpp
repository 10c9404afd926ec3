// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/axis.hpp>
#include <ashlar/layout/runs.hpp>
#include <ashlar/layout/triangle.hpp>

// How much of a triangle lies where, for all processes of a grid at once.

namespace ashlar::detail {

/// A range of an axis, whose indices count from its start.
struct DealtRange {
  Axis axis;
  Index first = 0, length = 0;
};

/// Elements of the triangle on each process of a grid, row by row of the grid.
///
/// A row i of a lower triangle keeps F(i + diagonal + 1) elements of the columns of a process,
/// where F(x) of them lie before column x; a block of rows keeps a difference of the sums of F,
/// which are known in closed form, since dealing is periodic.
/// @cost for each process a few operations for each block of a process along the dimension that has
/// fewer of them; where both have very many, that of Triangle::count
std::vector<Index> triangle_volumes(const Triangle& triangle, const DealtRange& rows,
                                    const DealtRange& cols);

/// Indices that the runs of a list reach: from the first one's start to the last one's end.
/// @pre the list has elements
Range reach_of(const RunList& runs);

/// What decides whether the product of a range of rows and one of columns has elements in a
/// triangle, both ends of each belonging to it: of a lower one the last row and the first column.
/// Sorted.
std::vector<Index> ends_of_rows(const Triangle& triangle, const std::vector<Range>& rows);
std::vector<Index> ends_of_cols(const Triangle& triangle, const std::vector<Range>& cols);

/// Pairs of a range of rows and one of columns that have elements in the triangle, by their ends.
/// @cost that of going through both
Index pairs_in(const Triangle& triangle, const std::vector<Index>& row_ends,
               const std::vector<Index>& col_ends);

}  // namespace ashlar::detail
