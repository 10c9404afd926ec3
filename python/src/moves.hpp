// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include <ashlar/move/copy.hpp>

#include "matrix.hpp"

namespace ashlar::python {

/// Source or target of a move.
struct End {
  ashlar::detail::Operand operand;
  DType dtype;
  Op op;
  bool is_writable;
};

End end_of(const View& view);

/// Operands of a move, with alpha and beta in the element type of the target.
/// @throws ArgumentError for element types that a move does not convert, or a read-only target
std::pair<ashlar::detail::Operand, ashlar::detail::Target> checked_ends(const char* function,
                                                                        const End& source,
                                                                        const End& target,
                                                                        const c128& alpha,
                                                                        const c128& beta);

/// Options of a move of matrices in the order of ashlar.copy: alpha, beta, triangle, diagonal,
/// without the diagonal, zero outside the triangle, refuse overflow, limit of buffers.
using MoveFacts = std::tuple<c128, c128, char, Index, bool, bool, bool, Index>;

void copy_between(const End& source, const End& target, const MoveFacts& facts);
void copy_ends(const End& source, const End& target, const c128& alpha, const c128& beta,
               const CopyOptions& options);

}  // namespace ashlar::python
