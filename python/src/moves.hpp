// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include <ashlar/move/copy.hpp>

#include "matrix.hpp"

namespace ashlar::python {

/// @throws ArgumentError, with a remedy, unless a move converts these element types
void expect_movable(DType from, DType to);

/// Source or target of a move.
struct End {
  ashlar::detail::Operand operand;
  DType dtype;
  Op op;
  bool is_writable;
};

End end_of(const View& view);

/// Op of the move between the matrices of two ends.
/// @throws ArgumentError if it would conjugate without a transposition
Op op_between(const End& source, const End& target);

/// Options of a move of matrices in the order of ashlar.copy: alpha, beta, triangle, diagonal,
/// without the diagonal, zero outside the triangle, refuse overflow, limit of buffers.
using MoveFacts = std::tuple<c128, c128, char, Index, bool, bool, bool, Index>;

void copy_between(const End& source, const End& target, const MoveFacts& facts);
void copy_ends(const End& source, const End& target, const c128& alpha, const c128& beta,
               const CopyOptions& options);

/// alpha and beta in the element type of a target.
ashlar::detail::Factors factors_of(DType dtype, const c128& alpha, const c128& beta);

}  // namespace ashlar::python
