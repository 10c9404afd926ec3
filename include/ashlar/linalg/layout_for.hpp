// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/layout/layout.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

/// Families of routines that have wishes about layouts.
enum class Routine {
  Gemm,            ///< products: p?gemm, p?symm, p?hemm
  Syrk,            ///< products with a triangle: p?syrk, p?syr2k, p?trmm, p?trsm
  Lu,              ///< p?getrf, p?getrs
  Cholesky,        ///< p?potrf, p?potrs
  Qr,              ///< p?geqrf, p?ormqr
  Ldlt,            ///< ?sytrf, ?hetrf
  SymmetricEigen,  ///< p?syevd, p?heevd
  Eigenvalues,     ///< of a matrix that is not symmetric: ?geev
  Svd,             ///< p?gebrd, p?ormbr
  PivotedQr,       ///< ?geqp3, ?gelsy
};

constexpr std::string_view to_string(Routine routine) {
  constexpr std::string_view names[] = {"gemm", "syrk", "lu",          "cholesky", "qr",
                                        "ldlt", "eig",  "eigenvalues", "svd",      "pivoted-qr"};
  return names[static_cast<int>(routine)];
}

/// Machine of a communicator: its ranks, and whether they share the memory of one node.
struct Machine {
  int ranks = 1;
  bool shares_memory = true;  ///< all are on one node, where each reads the others' segments
};

/// Algorithm and layout by which a routine is best run, and the reason.
struct LayoutAdvice {
  Algorithm algorithm = Algorithm::OneRank;  ///< never Automatic
  Layout layout;                             ///< of the (first) matrix, for that algorithm
  std::string reason;                        ///< a sentence without its full stop
};

/// The algorithm for `routine` on a matrix of `shape`, and the layout that it wants: grid, blocks
/// and ranks that take part. Pure arithmetic, also for more ranks than there are. The drivers use
/// it; they move there and back by themselves.
/// @param wanted  Automatic, or the algorithm whose layout is asked for
/// @throws ArgumentError  if `wanted` is none of the routine's algorithms, or is Node where memory
/// is not shared
/// @example layout_for(Routine::Lu, {4000, 4000}, {.ranks = 2}).layout
LayoutAdvice layout_for(Routine routine, Shape shape, const Machine& machine,
                        Algorithm wanted = Algorithm::Automatic);

/// The machine that the ranks of `comm` make.
/// @collective over `comm` the first time; later local
Machine machine_of(mpi::CommunicatorView comm);

/// A layout that a routine accepts, and the reason why it differs from the one that was asked
/// about.
struct LegalLayout {
  Layout layout;
  std::string reason;        ///< empty: the asked layout is legal and is returned
  bool keeps_places = true;  ///< every element has the same rank and local place in both layouts: a
                             ///< descriptor (DESC_) of `layout` describes the memory that is there

  /// True if the asked layout itself is legal. One whose blocks are not may still keep all places.
  bool is_as_asked() const { return reason.empty(); }
};

/// The layout in which `routine` takes its (first) matrix: `layout` itself where that is legal,
/// else the nearest legal one on the same grid.
///
/// | routine      | blocks          | source | operands                                     |
/// |--------------|-----------------|--------|----------------------------------------------|
/// | all but Gemm | square, MB = NB | any    | B has A's row blocks, row source and grid    |
/// | Gemm         | any             | any    | A, B and C lie on one grid                   |
///
/// Blocks larger than the matrix become as large as the matrix: ScaLAPACK allocates pivot vectors
/// by the size of a block.
/// @throws OverflowError if a size or block exceeds ScaLAPACK's 32 bits
/// @example legal_layout_for(Routine::Lu, 100x100 in 8x16 blocks on 2x2) -> 100x100 in 16x16 blocks
/// on 2x2
LegalLayout legal_layout_for(Routine routine, const Layout& layout);

/// The layout in which `routine` takes a second operand with layout `operand` beside a first one
/// that lies in `legal`, a layout that legal_layout_for gave. For Gemm `legal` is C's.
LegalLayout legal_operand_for(Routine routine, const Layout& legal, const Layout& operand);

}  // namespace ashlar
