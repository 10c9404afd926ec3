// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/layout.hpp>

namespace ashlar {

/// The arguments of MPI_Type_create_darray, element type apart. `size` is the product of
/// `spec.psizes`; it need not be the size of a communicator, nor `rank` a rank of one.
struct DarrayArgs {
  int size = 1;
  int rank = 0;
  DistributionSpec spec;
};

/// Why MPI_Type_create_darray cannot take these arguments, as a sentence; empty if it can.
///
/// Beside MPI's own rules (positive sizes, BLOCK(k) that reaches the size, NONE on one process, the
/// grid's product equal to `size`) every number must fit an int, and so must process count x
/// distribution argument, which Open MPI multiplies as ints without a check.
std::string why_no_darray(const DarrayArgs& args);

/// The layout whose local arrays, column by column as ScaLAPACK stores them, are the packed darrays
/// of the ranks 0 .. size-1 of a two-dimensional darray.
///
/// With MPI_ORDER_FORTRAN it is the m x n matrix itself on the p x q grid, row-major. With
/// MPI_ORDER_C it is the n x m transpose on a q x p grid with column-major ranks, since row-major
/// storage of a matrix is column-major storage of its transpose; transposed() of it says who owns
/// what of the m x n matrix, whose local arrays are then row-major. `args.rank` is not used. Sizes
/// may be 0 or exceed an int here, although MPI would refuse them.
/// @throws ArgumentError unless there are two dimensions, or if a distribution breaks MPI's rules
Layout layout_of_darray(const DarrayArgs& args);

/// Why the local arrays of `layout` have no darray, as a sentence; empty if they have one on every
/// rank of the grid. Empty matrices and numbers beyond an int are the only reasons: sources, grid
/// orders and rank maps are not.
std::string why_no_darray(const Layout& layout);

/// The darray whose packed form is the local array (column by column, LLD = LOCr) of grid position
/// `position`: the position ((p - RSRC) mod P, (q - CSRC) mod Q) of a row-major P x Q grid,
/// CYCLIC(MB) x CYCLIC(NB), in Fortran order. A block larger than the matrix is given as the
/// matrix's extent, which means the same.
/// @throws ArgumentError with the sentence of why_no_darray(layout), or if the position lies
/// outside the grid
DarrayArgs darray_args_of(const Layout& layout, Coord position);

/// The same for a rank of the layout.
/// @throws ArgumentError also if `rank` is idle: it keeps nothing, and needs a count of zero
/// instead of a darray
DarrayArgs darray_args_of(const Layout& layout, int rank);

}  // namespace ashlar
