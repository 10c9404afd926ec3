// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/symmetric_products.hpp>

namespace ashlar::node {

/// B := alpha op(A) B or alpha op(A)^-1 B, or from the right, for a triangular A.
template <Scalar T>
struct TriangularProblem {
  ashlar::detail::TriangularAction action;
  Side side;
  Uplo uplo;
  Op op;
  Diag diag;
  T alpha;
  MatrixView<const T> a;
  MatrixView<T> b;
};

/// Each of up to `ranks` ranks computes different columns of B (from the right: rows) with the same
/// slabs of A, in place if B is distributed so, else in equal strips that are moved to it.
/// @pre  B is not empty
/// @collective over problem.b.comm()
template <Scalar T>
void sweep_triangle(const TriangularProblem<T>& problem, int ranks);

}  // namespace ashlar::node
