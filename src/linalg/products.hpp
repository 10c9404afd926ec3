// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <string>

#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "node/product.hpp"

namespace ashlar::detail {

constexpr Shape op_shape(Op op, Shape shape) {
  return is_transposing(op) ? shape.transposed() : shape;
}

/// A product of m x k and k x n matrices.
struct ProductCall {
  const char* name;
  Routine family;
  Shape c;
  Index k;
};

struct ProductChoice {
  Algorithm algorithm = Algorithm::OneRank;
  Machine machine;

  /// Number of ranks that compute.
  int ranks() const { return algorithm == Algorithm::Node ? machine.ranks : 1; }
};
ProductChoice choose_product(const ProductCall& call, mpi::CommunicatorView comm,
                             const LinalgOptions& options);

/// Throws ArgumentError on all ranks if `c` shares memory with one of `inputs`, and OverflowError
/// if a leading dimension of wrapped memory exceeds 32 bits.
/// @collective over the communicator, for wrapped matrices not checked before
template <Scalar T>
void check_operands(const char* routine, MatrixView<const T> c,
                    std::initializer_list<MatrixView<const T>> inputs);

/// C := alpha A B + beta C on the node, on nodes or on one rank.
template <Scalar T>
void run_product(const char* routine, const node::Product<T>& product, const ProductChoice& choice,
                 const LinalgOptions& options);

/// C := beta C, or its triangle; 0 for beta 0. [local]
template <Scalar T>
void scale_section(MatrixView<T> c, T beta, Uplo uplo = Uplo::General);

}  // namespace ashlar::detail
