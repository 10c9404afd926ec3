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

/// Factor A P = Q R with column pivoting (LAPACK ?geqp3): R's diagonal is nonincreasing and reveals
/// the rank of A, and the first columns of Q span A's range.
template <Scalar T>
class PivotedQrFactor {
 public:
  /// Shape of A.
  Shape shape() const { return factors_.shape(); }

  /// Column permutation (LAPACK JPVT) [same]: column j of A P is column permutation()[j] of A.
  const std::vector<Index>& permutation() const { return permutation_; }
  /// Values |r(j, j)| [same], nonincreasing.
  const std::vector<RealOf<T>>& diagonal() const { return diagonal_; }
  /// Number of R's diagonal elements above rcond times the first.
  /// @param rcond  nullopt: max(m, n) eps, as in rank()
  Index rank(std::optional<double> rcond = {}) const;

  /// R, min(m, n) x n with zeros below its diagonal, on rank 0. @collective
  DistMatrix<T> r() const;

  /// Returns op(Q) B in B's layout (?ormqr, ?unmqr); Q is m x m, and its first rank() columns span
  /// the range of A.
  /// @param b   m rows
  /// @param op  [same] None, ConjTrans, or Trans if Q is real
  /// @throws ArgumentError  if B does not have m rows, A's communicator and finite values, or if op
  /// is Trans and Q complex
  /// @collective
  template <detail::PlacedLike B>
  requires detail::OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> apply_q(const B& b, Op op = Op::None) const {
    return apply_view(detail::const_view(b), op);
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

/// Factors a matrix or view by QR with column pivoting (LAPACK ?geqp3) on rank 0, since half of the
/// work of ?geqp3 is in matrix products; ScaLAPACK's p?geqpf has only matrix-vector products.
/// @throws ArgumentError  unless all values are finite
/// @throws OverflowError  if a size exceeds LAPACK's 32 bits
/// @collective
/// @cost about 2 m n^2 operations and a copy of A on rank 0
/// @example const auto f = pivoted_qr_factor(a);  if (f.rank() < a.cols()) ...
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
PivotedQrFactor<ValueOf<A>> pivoted_qr_factor(const A& a, const LinalgOptions& options = {}) {
  return detail::pivoted_qr_factor<ValueOf<A>>(detail::const_view(a), options);
}

}  // namespace ashlar
