// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "slab_source.hpp"

namespace ashlar::node {

/// One triangle of C := alpha A B' + alpha_2 B A' + beta C, where ' is a transposition, of
/// Hermitian matrices with conjugation; without B of C := alpha A A' + beta C.
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

/// Computes the lower triangle in block columns, of which each of the first `ranks` ranks gets a
/// long one and a short one, so that all have the same work; moves it home, turned if the upper one
/// is wanted. A and B are read as in multiply.
/// @pre  C is not empty and k > 0
/// @collective over the communicator of C
template <Scalar T>
void update_triangle(const TriangleUpdate<T>& update, int ranks);

}  // namespace ashlar::node
