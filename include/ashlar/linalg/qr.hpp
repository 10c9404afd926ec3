// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class QrFactor;
template <Scalar T>
class LqFactor;

namespace detail {
/// @param mine  the matrix of `a`, which is consumed, or null
template <Scalar T>
QrFactor<T> qr_factor(MatrixView<const T> a, DistMatrix<T>* mine, const LinalgOptions& options);
template <Scalar T>
LqFactor<T> lq_factor(MatrixView<const T> a, const LinalgOptions& options);
}  // namespace detail

/// Factor A = Q R of an m x n matrix with Householder reflections (ScaLAPACK p?geqrf).
template <Scalar T>
class QrFactor {
 public:
  /// Algorithm of factorisation and products with Q.
  Algorithm algorithm() const { return algorithm_; }
  /// Success unless R has a zero on its diagonal (INFO); `first_bad_pivot` is the first. Rounding
  /// hides most zeros: use pivoting or singular values for the numerical rank.
  Outcome outcome() const { return outcome_; }
  Shape shape() const { return factors_.shape(); }

  /// R on and above the diagonal, reflection vectors below, as in ScaLAPACK.
  const DistMatrix<T>& factors() const { return factors_; }
  /// ScaLAPACK's TAU of this rank's columns up to min(m, n).
  const std::vector<T>& taus() const { return taus_; }

  /// R, min(m, n) x n with zeros below its diagonal, in the layout of factors(). @collective
  DistMatrix<T> r() const;
  /// First min(m, n) columns of Q (p?orgqr), in the layout of factors(). @collective
  DistMatrix<T> q() const;

  /// Returns op(Q) B in B's layout (p?ormqr, p?unmqr); Q is m x m.
  /// @param b   m rows
  /// @param op  [same] None, ConjTrans, or Trans if Q is real
  /// @throws ArgumentError  unless B has m rows and A's communicator; for another op
  /// @collective
  template <detail::PlacedLike B>
  requires detail::OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> apply_q(const B& b, Op op = Op::None, const LinalgOptions& options = {}) const {
    return apply_view(detail::const_view(b), op, options);
  }

  /// Least-squares solution X of A X = B (for square A the solution), with n rows and otherwise B's
  /// layout.
  /// @throws SingularMatrix  unless the outcome is ok
  /// @throws ArgumentError   if m < n, or unless B has m rows, A's communicator and finite values
  /// @collective
  template <detail::PlacedLike B>
  requires detail::OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, const LinalgOptions& options = {}) const {
    return solve_view(detail::const_view(b), options);
  }

 private:
  friend QrFactor detail::qr_factor<T>(MatrixView<const T> a, DistMatrix<T>* mine,
                                       const LinalgOptions& options);

  DistMatrix<T> apply_view(MatrixView<const T> b, Op op, const LinalgOptions& options) const;
  DistMatrix<T> solve_view(MatrixView<const T> b, const LinalgOptions& options) const;
  /// Copy of `b` in a layout for products with Q.
  DistMatrix<T> working_copy_of(MatrixView<const T> b, const char* what,
                                const LinalgOptions& options) const;
  void apply_in_place(DistMatrix<T>& b, Op op) const;

  DistMatrix<T> factors_;
  DistMatrix<T> triangles_;  // triangular factors of the panels (?larft); empty with ScaLAPACK
  std::vector<T> taus_;
  Outcome outcome_;
  Algorithm algorithm_ = Algorithm::OneRank;
};

/// Factors a matrix or view of any shape (ScaLAPACK p?geqrf).
/// @throws ArgumentError  unless all values are finite
/// @throws OverflowError  if ScaLAPACK runs and a size exceeds 32 bits
/// @collective
/// @cost a copy of A in the layout of the algorithm, block x n elements of triangular factors, and
/// temporarily a block row of A
/// @example const auto qr = qr_factor(a);  x = qr.solve(b);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
QrFactor<ValueOf<A>> qr_factor(const A& a, const LinalgOptions& options = {}) {
  return detail::qr_factor<ValueOf<A>>(detail::const_view(a), nullptr, options);
}

/// Factors A in place if A owns column-major memory in the layout of layout_for(Routine::Qr, …);
/// else copies A to that layout, then frees it.
/// @collective
template <Scalar T>
QrFactor<T> qr_factor(DistMatrix<T>&& a, const LinalgOptions& options = {}) {
  return detail::qr_factor<T>(a, &a, options);
}

/// Factor A = L Q of an m x n matrix with lower triangular L and orthonormal rows of Q (ScaLAPACK
/// p?gelqf), by the QR factorisation of A^H.
template <Scalar T>
class LqFactor {
 public:
  /// Algorithm of factorisation and products with Q.
  Algorithm algorithm() const { return adjoint_.algorithm(); }
  /// Success unless L has a zero on its diagonal (INFO); `first_bad_pivot` is the first.
  Outcome outcome() const { return adjoint_.outcome(); }
  /// Shape of A.
  Shape shape() const { return adjoint_.shape().transposed(); }
  /// Stored factor, A^H = Q^H L^H.
  const QrFactor<T>& adjoint() const { return adjoint_; }

  /// L, m x min(m, n) with zeros above its diagonal. @collective
  DistMatrix<T> l() const;

  /// Returns op(Q) B in B's layout (p?ormlq, p?unmlq); Q is n x n.
  /// @param b   n rows
  /// @param op  [same] None, ConjTrans, or Trans if Q is real
  /// @throws as QrFactor::apply_q
  /// @collective
  template <detail::PlacedLike B>
  requires detail::OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> apply_q(const B& b, Op op = Op::None, const LinalgOptions& options = {}) const {
    return apply_view(detail::const_view(b), op, options);
  }

  /// Minimum-norm solution X of A X = B for m <= n, with n rows and otherwise B's layout.
  /// @throws SingularMatrix  unless the outcome is ok
  /// @throws ArgumentError   if m > n, or unless B has m rows, A's communicator and finite values
  /// @collective
  /// @cost L and X on rank 0, which solves the triangular system
  template <detail::PlacedLike B>
  requires detail::OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, const LinalgOptions& options = {}) const {
    return solve_view(detail::const_view(b), options);
  }

 private:
  friend LqFactor detail::lq_factor<T>(MatrixView<const T> a, const LinalgOptions& options);

  DistMatrix<T> apply_view(MatrixView<const T> b, Op op, const LinalgOptions& options) const;
  DistMatrix<T> solve_view(MatrixView<const T> b, const LinalgOptions& options) const;

  QrFactor<T> adjoint_;
};

/// Factors a matrix or view of any shape (ScaLAPACK p?gelqf).
/// @collective with the errors and cost of qr_factor; the copy of A is transposed in the move
/// @example const auto lq = lq_factor(a);  x = lq.solve(b);  // the shortest solution
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
LqFactor<ValueOf<A>> lq_factor(const A& a, const LinalgOptions& options = {}) {
  return detail::lq_factor<ValueOf<A>>(detail::const_view(a), options);
}

}  // namespace ashlar
