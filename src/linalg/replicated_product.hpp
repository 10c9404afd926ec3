// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

#include "local/tile.hpp"

namespace ashlar::detail {

/// Products of a matrix or view, without a move, with a few vectors that every rank has, for
/// iterative refinement. With a stored triangle the matrix is Hermitian, and only the triangle is
/// read.
///
/// Products have the same bits on all ranks and in every run.
template <Scalar T>
class ReplicatedProduct {
 public:
  using Real = ashlar::RealOf<T>;

  /// @param stored  [same] General: all of `a` is read
  ReplicatedProduct(MatrixView<const T> a, Uplo stored);

  Index order() const { return order_; }

  /// y := A x for n x k tiles without gaps, the same x on every rank.
  /// @collective
  /// @cost one pass over the local block; a sum of n k numbers over all ranks
  void apply(local::Tile<const T> x, local::Tile<T> y) const;

  /// |A| x for a nonnegative vector x, with |re| + |im| of complex elements.
  /// @collective
  std::vector<Real> apply_absolute(const std::vector<Real>& x) const;

  /// The largest row sum, as in apply_absolute.
  /// @collective
  double inf_norm() const;

 private:
  // Gather and scatter at `places`.
  template <class V>
  static std::vector<V> picked(local::Tile<const V> whole, const std::vector<Index>& places);
  template <class V>
  static void add(const std::vector<V>& part, const std::vector<Index>& places,
                  local::Tile<V> whole);
  template <class V>
  void sum_over_ranks(local::Tile<V> y) const;

  void apply_general(local::Tile<const T> x, local::Tile<T> y) const;
  void apply_hermitian(local::Tile<const T> x, local::Tile<T> y) const;
  /// Rows of the block in the stored triangle for all columns [first, last), and for some.
  struct Rows {
    Range whole, partial;
  };
  Rows rows_of(Index first, Index last) const;

  mpi::CommunicatorView comm_;
  Index order_;
  local::Tile<const T> block_;      // column-major
  std::vector<Index> rows_, cols_;  // of the block's elements
  bool is_transposed_ = false;      // the block of the transpose
  Uplo stored_;                     // of the block
};

}  // namespace ashlar::detail
