// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

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

}  // namespace ashlar
