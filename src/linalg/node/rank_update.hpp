// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "slab_source.hpp"

namespace ashlar::node {

/// One triangle of C := alpha A B' + alpha_2 B A' + beta C, where ' is Trans, or ConjTrans if
/// Hermitian; without B of C := alpha A A' + beta C.
template <Scalar T>
struct TriangleUpdate {
  bool is_hermitian;
  T alpha, alpha_2;
  SlabSource<T> a;
  std::optional<SlabSource<T>> b;
  T beta;
  MatrixView<T> c;
  Uplo uplo;
};

/// Computes the lower triangle in block columns, a long and a short one for each of the first
/// `ranks` ranks, which balances the work. The result is moved to C, transposed for an upper
/// triangle. A and B are read as in multiply.
/// @pre  C is not empty and k > 0
/// @collective over update.c.comm()
template <Scalar T>
void update_triangle(const TriangleUpdate<T>& update, int ranks);

}  // namespace ashlar::node
