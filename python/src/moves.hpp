// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "matrix.hpp"

namespace ashlar::python {

/// @throws ArgumentError, with a remedy, unless a move converts these element types
void expect_movable(DType from, DType to);

/// Op of the move between the matrices of two views.
/// @throws ArgumentError if it would conjugate without a transposition
Op op_between(const View& source, const View& target);

/// alpha and beta in the element type of a target.
ashlar::detail::Factors factors_of(DType dtype, const c128& alpha, const c128& beta);

}  // namespace ashlar::python
