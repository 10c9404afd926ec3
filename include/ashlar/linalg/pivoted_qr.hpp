// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class PivotedQrFactor;

namespace detail {
template <Scalar T>
PivotedQrFactor<T> pivoted_qr_factor(MatrixView<const T> a, const LinalgOptions& options);
}

/// A P = Q R with the columns in such an order that R's diagonal does not grow (LAPACK ?geqp3): the
/// first columns span the range of A, and the diagonal shows its rank.
template <Scalar T>
class PivotedQrFactor {
 public:
  /// Shape of A.
  Shape shape() const { return factors_.shape(); }

  /// Permutation of the columns (LAPACK JPVT): column j of A P is column permutation()[j] of A, on
  /// every rank.
  const std::vector<Index>& permutation() const { return permutation_; }
  /// |r(j, j)|, not growing, on every rank.
  const std::vector<RealOf<T>>& diagonal() const { return diagonal_; }
  /// Number of R's diagonal elements that exceed rcond times the first.
  /// @param rcond  nothing: max(m, n) eps, as rank() has it
  Index rank(std::optional<double> rcond = {}) const;

  /// R, min(m, n) x n with zeros below its diagonal, on rank 0. @collective
  DistMatrix<T> r() const;

  /// op(Q) B in B's layout (?ormqr, ?unmqr); Q is m x m, and its first rank() columns span the
  /// range of A.
  /// @param b   m rows
  /// @param op  [same] None or ConjTrans; for real types Trans is the same
  /// @throws ArgumentError  if B has not m rows, holds a NaN or an infinity, lies on another
  /// communicator or is to be
  /// multiplied by the plain transpose of a complex Q
  /// @collective over the communicator of both
  template <MatrixLike B>
  requires OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> apply_q(const B& b, Op op = Op::None) const {
    return apply_view(const_view(b), op);
  }

 private:
  friend PivotedQrFactor detail::pivoted_qr_factor<T>(MatrixView<const T> a,
                                                      const LinalgOptions& options);

  DistMatrix<T> apply_view(MatrixView<const T> b, Op op) const;

  DistMatrix<T> factors_;
  std::vector<T> tau_;  // on rank 0
  std::vector<Index> permutation_;
  std::vector<RealOf<T>> diagonal_;
};

/// Factors a matrix or view of any shape in any layout by QR with column pivoting (LAPACK ?geqp3);
/// A is unchanged. Rank 0 computes: half of ?geqp3's work is products of matrices, while
/// ScaLAPACK's p?geqpf has nothing but products of a matrix with vectors.
/// @throws ArgumentError  naming an element that is NaN or infinite
/// @throws OverflowError  if a size exceeds LAPACK's 32 bits
/// @collective over a.comm(), idle ranks included; throws on all ranks or on none
/// @cost about 2 m n^2 operations on rank 0, which keeps a copy of A
/// @example const auto f = pivoted_qr_factor(a);  if (f.rank() < a.cols()) ...
template <MatrixLike A>
requires OneScalarType<A>
PivotedQrFactor<ValueOf<A>> pivoted_qr_factor(const A& a, const LinalgOptions& options = {}) {
  return detail::pivoted_qr_factor<ValueOf<A>>(const_view(a), options);
}

}  // namespace ashlar
