// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

#include "local/tile.hpp"

namespace ashlar::detail {

/// Products of a matrix or view, which stays where it lies, with a few vectors that every rank
/// keeps whole, as iterative refinement wants them. With a stored triangle the matrix is the
/// Hermitian one that the triangle stands for, and nothing else is read.
///
/// Products have the same bits on all ranks and in every run.
template <Scalar T>
class ReplicatedProduct {
 public:
  using Real = ashlar::RealOf<T>;

  /// @param stored  [same] General: all of `a` counts
  ReplicatedProduct(MatrixView<const T> a, Uplo stored);

  Index order() const { return order_; }

  /// y := A x for n x k tiles without gaps between columns, the same x on every rank.
  /// @collective
  /// @cost one pass over the local block; a sum of n k numbers over all ranks
  void apply(local::Tile<const T> x, local::Tile<T> y) const;

  /// |A| x for a vector x that is not negative; of complex elements |re| + |im| counts.
  /// @collective
  std::vector<Real> apply_absolute(const std::vector<Real>& x) const;

  /// The largest row sum of |a(i, j)|, as apply_absolute measures it.
  /// @collective
  double inf_norm() const;

 private:
  // Elements of the whole vectors at these places, and back.
  template <class V>
  static std::vector<V> picked(local::Tile<const V> whole, const std::vector<Index>& places);
  template <class V>
  static void add(const std::vector<V>& part, const std::vector<Index>& places,
                  local::Tile<V> whole);
  template <class V>
  void sum_over_ranks(local::Tile<V> y) const;

  void apply_general(local::Tile<const T> x, local::Tile<T> y) const;
  void apply_hermitian(local::Tile<const T> x, local::Tile<T> y) const;
  /// The rows of the block that belong to the stored triangle in all columns [first, last), and
  /// those that do in some.
  struct Rows {
    Range whole, partial;
  };
  Rows rows_of(Index first, Index last) const;

  mpi::CommunicatorView comm_;
  Index order_;
  local::Tile<const T> block_;      // column-major
  std::vector<Index> rows_, cols_;  // of the block's elements, in the whole matrix
  bool is_transposed_ = false;      // the block is that of the transposed matrix
  Uplo stored_;                     // of the block
};

}  // namespace ashlar::detail
