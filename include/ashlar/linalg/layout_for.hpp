// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/layout/layout.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

/// Families of routines with different preferred layouts.
enum class Routine {
  Gemm,            ///< products: p?gemm, p?symm, p?hemm
  Syrk,            ///< products with a triangle: p?syrk, p?syr2k, p?trmm, p?trsm
  Lu,              ///< p?getrf, p?getrs
  Cholesky,        ///< p?potrf, p?potrs
  Qr,              ///< p?geqrf, p?ormqr
  Ldlt,            ///< ?sytrf, ?hetrf
  SymmetricEigen,  ///< p?syevd, p?heevd
  Eigenvalues,     ///< of a nonsymmetric matrix: ?geev
  Svd,             ///< p?gebrd, p?ormbr
  PivotedQr,       ///< ?geqp3, ?gelsy
};

constexpr std::string_view to_string(Routine routine) {
  constexpr std::string_view names[] = {"gemm", "syrk", "lu",          "cholesky", "qr",
                                        "ldlt", "eig",  "eigenvalues", "svd",      "pivoted-qr"};
  return names[static_cast<int>(routine)];
}

/// Ranks of a communicator and their nodes.
struct Machine {
  int ranks = 1;
  bool shares_memory = true;  ///< all ranks are on one node
};

/// Recommended algorithm and layout, with the reason.
struct LayoutAdvice {
  Algorithm algorithm = Algorithm::OneRank;  ///< never Automatic
  Layout layout;                             ///< of the (first) matrix
  std::string reason;                        ///< a sentence without its full stop
};

/// Returns the fastest algorithm for `routine` and `shape`, and its layout: grid, blocks and active
/// ranks. `machine` may be fictitious. Pure. Routines redistribute operands to that layout, and
/// results back. Layouts of ScaLapack have blocks of 64 x 64 (eigenproblems and SVD: 32 x 32) and
/// at most as many grid rows as grid columns; right-hand sides are in the process rows of A.
/// @param wanted  Automatic, or a given algorithm
/// @throws ArgumentError  if the routine lacks the algorithm, or Node is wanted without shared
/// memory
/// @example layout_for(Routine::Lu, {4000, 4000}, {.ranks = 2}).layout
LayoutAdvice layout_for(Routine routine, Shape shape, const Machine& machine,
                        Algorithm wanted = Algorithm::Automatic);

/// Returns the machine of the ranks of `comm`.
/// @collective in the first call; later [local]
Machine machine_of(mpi::CommunicatorView comm);

/// Layout that a routine accepts, with the reason of a change.
struct LegalLayout {
  Layout layout;
  std::string reason;        ///< empty: the given layout is legal
  bool keeps_places = true;  ///< every element keeps its rank and local index, so that a descriptor
                             ///< (DESC_) of `layout` describes the existing memory

  /// True if the given layout is legal. An illegal one may still keep all places.
  bool is_as_asked() const { return reason.empty(); }
};

/// Returns `layout` if `routine` accepts it for its (first) matrix, else the nearest legal layout
/// on the same grid.
///
/// | routine      | blocks          | source | operands                                     |
/// |--------------|-----------------|--------|----------------------------------------------|
/// | all but Gemm | square, MB = NB | any    | B has A's row blocks, row source and grid    |
/// | Gemm         | any             | any    | A, B and C lie on one grid                   |
///
/// Blocks are at most as large as the matrix, because ScaLAPACK allocates pivots by block size.
/// @throws OverflowError if a size or block exceeds ScaLAPACK's 32 bits
/// @example legal_layout_for(Routine::Lu, 100x100 in 8x16 blocks on 2x2) -> 100x100 in 16x16 blocks
/// on 2x2
LegalLayout legal_layout_for(Routine routine, const Layout& layout);

namespace detail {

/// Returns the legal layout of a second operand with layout `operand`, where `legal` is a result of
/// legal_layout_for for the first one (Gemm: for C).
LegalLayout legal_operand_for(Routine routine, const Layout& legal, const Layout& operand);

}  // namespace detail

}  // namespace ashlar
