// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/layout.hpp>

namespace ashlar {

/// The nine integers by which ScaLAPACK knows a dense distributed matrix (DESC_, array descriptor).
/// All but `lld` and `ctxt` are [same] on the ranks of the grid.
struct Descriptor {
  int dtype = 1;  ///< DTYPE_: 1 for a dense block-cyclic matrix
  int ctxt = -1;  ///< CTXT_: BLACS context; -1 on a rank outside the grid
  int m = 0;      ///< M_: global rows
  int n = 0;      ///< N_: global columns
  int mb = 1;     ///< MB_: rows of a block
  int nb = 1;     ///< NB_: columns of a block
  int rsrc = 0;   ///< RSRC_: process row of the first row
  int csrc = 0;   ///< CSRC_: process column of the first column
  int lld = 1;    ///< LLD_: elements from one local column to the next, >= max(1, LOCr)

  /// Descriptor of the local array that grid position `position` keeps of a matrix in `layout`
  /// (DESCINIT).
  /// @param lld  [local] leading dimension; 0 stands for the smallest, min_lld(layout, position)
  /// @throws ArgumentError with the sentence of why_no_descriptor(layout), or if lld is too small
  /// @throws OverflowError if lld does not fit an int
  static Descriptor of(const Layout& layout, Coord position, int ctxt, Index lld = 0);

  /// Descriptor for a rank outside the grid, which must still call: CTXT is -1.
  /// @throws ArgumentError with the sentence of why_no_descriptor(layout)
  static Descriptor outside(const Layout& layout);

  static constexpr Descriptor from_array(const std::array<int, 9>& d) {
    return {d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8]};
  }
  /// The nine integers in Fortran's order.
  constexpr std::array<int, 9> to_array() const {
    return {dtype, ctxt, m, n, mb, nb, rsrc, csrc, lld};
  }

  /// "DTYPE 1, CTXT 0, M 9, N 9, MB 2, NB 2, RSRC 0, CSRC 0, LLD 5"
  std::string to_string() const;

  friend constexpr bool operator==(const Descriptor&, const Descriptor&) = default;
};

/// Smallest leading dimension of the local array at `position`: max(1, LOCr). ScaLAPACK refuses 0
/// for an empty array.
Index min_lld(const Layout& layout, Coord position);

/// Why ScaLAPACK has no descriptor for `layout`, as a sentence; empty if it has one.
///
/// M, N, MB and NB must fit 32-bit integers, and so must MB * NPROW and NB * NPCOL, which INDXL2G
/// multiplies before it divides. Sources, grid orders and rank maps are never a reason:
/// BLACS_GRIDMAP makes a grid of any distinct ranks. A local array of 2^31 elements or more has a
/// descriptor, but few routines of ScaLAPACK can address its end.
std::string why_no_descriptor(const Layout& layout);

/// Fault of a descriptor (DESC_) that somebody else filled, for a grid of this shape: a sentence
/// naming the field and its value; empty if it is valid. LLD is checked only against 1 here, since
/// LOCr depends on the position.
std::string why_invalid(const Descriptor& descriptor, GridShape grid);
/// The same, LLD against the local rows of `position` included.
std::string why_invalid(const Descriptor& descriptor, GridShape grid, Coord position);

/// The layout that a descriptor describes on a grid (whose shape and ranks its CTXT stands for).
/// @throws ArgumentError with the sentence of why_invalid(descriptor, ranks.grid())
Layout layout_of(const Descriptor& descriptor, const RankMap& ranks);

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
