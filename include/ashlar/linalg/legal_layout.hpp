// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/layout/layout.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/linalg/routine.hpp>

namespace ashlar {

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
