// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/layout.hpp>

namespace ashlar {

/// ScaLAPACK array descriptor (DESC_). All but `lld` and `ctxt` are [same] on the ranks of the
/// grid.
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

  /// Descriptor of the local array at grid position `position` (DESCINIT).
  /// @param lld  [local] leading dimension; 0: min_lld(layout, position)
  /// @throws ArgumentError with the text of why_no_descriptor(layout), or if lld is too small
  /// @throws OverflowError if lld does not fit an int
  static Descriptor of(const Layout& layout, Coord position, int ctxt, Index lld = 0);

  /// Descriptor for calls on a rank outside the grid, with CTXT -1.
  /// @throws ArgumentError with the text of why_no_descriptor(layout)
  static Descriptor outside(const Layout& layout);

  static constexpr Descriptor from_array(const std::array<int, 9>& d) {
    return {d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8]};
  }
  /// The descriptor in Fortran order.
  constexpr std::array<int, 9> to_array() const {
    return {dtype, ctxt, m, n, mb, nb, rsrc, csrc, lld};
  }

  /// "DTYPE 1, CTXT 0, M 9, N 9, MB 2, NB 2, RSRC 0, CSRC 0, LLD 5"
  std::string to_string() const;

  friend constexpr bool operator==(const Descriptor&, const Descriptor&) = default;
};

namespace detail {

/// Smallest leading dimension at `position`: max(1, LOCr). ScaLAPACK refuses 0.
Index min_lld(const Layout& layout, Coord position);

}  // namespace detail

/// Reason why `layout` has no ScaLAPACK descriptor; empty if it has one.
///
/// M, N, MB, NB, MB * NPROW and NB * NPCOL (products in INDXL2G) must fit 32-bit integers. Any
/// source, grid order and rank map is valid (BLACS_GRIDMAP). Few ScaLAPACK routines address local
/// arrays of 2^31 elements or more.
std::string why_no_descriptor(const Layout& layout);

/// Fault of a foreign descriptor (DESC_) for this grid, naming the field and its value; empty if
/// valid. LLD is only compared with 1.
std::string why_invalid(const Descriptor& descriptor, GridShape grid);
/// Overload that compares LLD with the local rows at `position`.
std::string why_invalid(const Descriptor& descriptor, GridShape grid, Coord position);

/// Layout of a descriptor; `ranks` is the grid of its CTXT.
/// @throws ArgumentError with the text of why_invalid(descriptor, ranks.grid())
Layout layout_of(const Descriptor& descriptor, const RankMap& ranks);

/// Arguments of MPI_Type_create_darray, without the element type. `size` is the product of
/// `spec.psizes`. `size` and `rank` are those of the datatype, not of a communicator.
struct DarrayArgs {
  int size = 1;
  int rank = 0;
  DistributionSpec spec;
};

/// Reason why MPI_Type_create_darray refuses these arguments; empty if it accepts them.
///
/// MPI's rules: positive sizes; BLOCK(k) that reaches its size; one process for NONE; a grid of
/// `size` processes. All numbers must fit an int, also process count x distribution argument, which
/// Open MPI multiplies without a check.
std::string why_no_darray(const DarrayArgs& args);

/// Layout whose column-major local arrays are the packed darrays of ranks 0 .. size-1, for a
/// two-dimensional darray.
///
/// MPI_ORDER_FORTRAN: the m x n matrix on the row-major p x q grid. MPI_ORDER_C: the n x m
/// transpose on a q x p grid with column-major ranks, since row-major storage is column-major
/// storage of the transpose; transposed() of the result describes the m x n matrix with row-major
/// local arrays. `args.rank` is ignored. Unlike in MPI, sizes may be 0 or exceed an int.
/// @throws ArgumentError unless there are two dimensions, or if a distribution violates MPI's rules
Layout layout_of_darray(const DarrayArgs& args);

/// Reason why local arrays of `layout` have no darray: the matrix is empty or a number exceeds an
/// int. Empty if they have one. Any source, grid order and rank map is valid.
std::string why_no_darray(const Layout& layout);

/// Darray whose packed form is the column-major local array (LLD = LOCr) at `position`: process ((p
/// - RSRC) mod P, (q - CSRC) mod Q) of a row-major P x Q grid, CYCLIC(MB) x CYCLIC(NB), Fortran
/// order. A block beyond the matrix's extent becomes this extent, which is equivalent.
/// @throws ArgumentError with the text of why_no_darray(layout), or if the position is outside the
/// grid
DarrayArgs darray_args_of(const Layout& layout, Coord position);

/// Darray of the local array of `rank`.
/// @throws ArgumentError also if `rank` is idle; such a rank passes count 0 and needs no datatype
DarrayArgs darray_args_of(const Layout& layout, int rank);

/// Most nearly cubic grid of `nnodes` processes (MPI_Dims_create, always optimal).
///
/// Zero entries of `dims` are chosen, positive ones are fixed. The result minimises the largest
/// chosen dimension, then the second largest, and so on, in non-increasing order. Some MPI
/// libraries return longer grids: 72 -> 12x6 instead of 9x8.
/// @param nnodes  [same] number of processes, >= 1
/// @param dims    [same] any number of dimensions; an empty list only for one process
/// @post the product of the result is nnodes
/// @throws ArgumentError if nnodes is not positive or not a multiple of the fixed product (all
/// fixed: not equal to it), or a dimension is negative
/// @cost one search over the divisors of nnodes (microseconds)
/// @example dims_create(6, {0, 3, 0}) -> {2, 3, 1}
std::vector<int> dims_create(int nnodes, std::vector<int> dims);

}  // namespace ashlar
