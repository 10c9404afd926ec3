// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/qr.hpp>

namespace ashlar {

template <Scalar T>
class LqFactor;

namespace detail {
template <Scalar T>
LqFactor<T> lq_factor(MatrixView<const T> a, const LinalgOptions& options);
}

/// A = L Q of an m x n matrix with a lower triangle L and orthonormal rows in Q (ScaLAPACK
/// p?gelqf), by the QR factorisation of A^H.
template <Scalar T>
class LqFactor {
 public:
  /// Implementation that factored, and applies Q.
  Algorithm algorithm() const { return adjoint_.algorithm(); }
  /// Success unless L has a zero on its diagonal (INFO); `first_bad_pivot` is where.
  Outcome outcome() const { return adjoint_.outcome(); }
  /// Shape of A.
  Shape shape() const { return adjoint_.shape().transposed(); }
  /// A^H = Q^H L^H, which is what is kept.
  const QrFactor<T>& adjoint() const { return adjoint_; }

  /// L: m x min(m, n), zero above the diagonal. @collective
  DistMatrix<T> l() const;

  /// op(Q) B in B's layout (p?ormlq, p?unmlq); Q is n x n.
  /// @param b   n rows
  /// @param op  [same] None or ConjTrans; for real types Trans is the same
  /// @collective as QrFactor::apply_q, with the same errors
  template <MatrixLike B>
  requires OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> apply_q(const B& b, Op op = Op::None, const LinalgOptions& options = {}) const {
    return apply_view(const_view(b), op, options);
  }

  /// The shortest X with A X = B, for an A with no more rows than columns: n x B's columns, in B's
  /// blocks and on its grid.
  /// @throws SingularMatrix  with the pivot, if the outcome is not ok
  /// @throws ArgumentError   if m > n, or B has not m rows, a NaN or an infinity, or lies on
  /// another communicator
  /// @collective over the communicator of both
  /// @cost L on rank 0, which solves with it
  template <MatrixLike B>
  requires OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, const LinalgOptions& options = {}) const {
    return solve_view(const_view(b), options);
  }

 private:
  friend LqFactor detail::lq_factor<T>(MatrixView<const T> a, const LinalgOptions& options);

  DistMatrix<T> apply_view(MatrixView<const T> b, Op op, const LinalgOptions& options) const;
  DistMatrix<T> solve_view(MatrixView<const T> b, const LinalgOptions& options) const;

  QrFactor<T> adjoint_;
};

/// Factors a matrix or view of any shape in any layout (ScaLAPACK p?gelqf); A is unchanged.
/// @collective as qr_factor, with the same errors and cost; the copy of A is transposed on its way
/// @example const auto lq = lq_factor(a);  x = lq.solve(b);  // the shortest solution
template <MatrixLike A>
requires OneScalarType<A>
LqFactor<ValueOf<A>> lq_factor(const A& a, const LinalgOptions& options = {}) {
  return detail::lq_factor<ValueOf<A>>(const_view(a), options);
}

}  // namespace ashlar
