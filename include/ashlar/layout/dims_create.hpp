// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace ashlar {

/// The most nearly cubic grid of `nnodes` processes (MPI_Dims_create, with the best answer always).
///
/// Entries of `dims` that are 0 are chosen, positive ones are fixed and stay in place. Of all
/// factorisations the chosen ones have the smallest largest dimension, then the smallest second
/// largest, and so on; among themselves they do not increase. MPI libraries give longer grids for
/// some numbers: 72 -> 12x6 instead of 9x8.
/// @param nnodes  [same] number of processes, >= 1
/// @param dims    [same] any number of dimensions; none at all is right for one process only
/// @post the product of the result is nnodes
/// @throws ArgumentError if nnodes is not positive or no multiple of the fixed product (all fixed:
/// not equal to it), or a dimension is negative
/// @cost microseconds: one search over the divisors of nnodes
/// @example dims_create(6, {0, 3, 0}) -> {2, 3, 1}
std::vector<int> dims_create(int nnodes, std::vector<int> dims);

}  // namespace ashlar
