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

/// Each of up to `ranks` ranks computes columns of B of its own (from the right: rows); all read
/// the same slabs of A. B is computed in its own memory where it is dealt so, else in even strips
/// from which it is moved home.
/// @pre  B is not empty
/// @collective over the communicator of B
template <Scalar T>
void sweep_triangle(const TriangularProblem<T>& problem, int ranks);

}  // namespace ashlar::node
