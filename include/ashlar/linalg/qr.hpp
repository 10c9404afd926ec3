// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class QrFactor;

namespace detail {
template <Scalar T>
struct QrMaker;
}

/// A = Q R of an m x n matrix with Householder reflections (ScaLAPACK p?geqrf), kept for any number
/// of products with Q and right-hand sides.
template <Scalar T>
class QrFactor {
 public:
  /// Implementation that factored, and applies Q.
  Algorithm algorithm() const { return algorithm_; }
  /// Success unless R has a zero on its diagonal (INFO); `first_bad_pivot` is where. Rounding
  /// seldom leaves one: for the numerical rank take pivots or singular values.
  Outcome outcome() const { return outcome_; }
  Shape shape() const { return factors_.shape(); }

  /// R on and above the diagonal, below it the vectors of the reflections, as ScaLAPACK keeps them.
  const DistMatrix<T>& factors() const { return factors_; }
  /// ScaLAPACK's TAU of this rank's columns, as far as they cross the diagonal.
  const std::vector<T>& taus() const { return taus_; }

  /// R: min(m, n) x n, zero below the diagonal, in the layout of factors(). @collective
  DistMatrix<T> r() const;
  /// The first min(m, n) columns of Q, in the layout of factors() (p?orgqr). @collective
  DistMatrix<T> q() const;

  /// op(Q) B in B's layout (p?ormqr, p?unmqr); Q is m x m.
  /// @param b   m rows
  /// @param op  [same] None or ConjTrans; for real types Trans is the same
  /// @throws ArgumentError  if B has not m rows, lies on another communicator or is to be
  /// multiplied by the plain transpose of a complex Q
  /// @collective over the communicator of both
  template <MatrixLike B>
  requires OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> apply_q(const B& b, Op op = Op::None, const LinalgOptions& options = {}) const {
    return apply_view(const_view(b), op, options);
  }

  /// The X that makes |A X - B| least, column by column: n x B's columns, in B's layout. Of a
  /// square A it is the solution.
  /// @throws SingularMatrix  with the pivot, if the outcome is not ok
  /// @throws ArgumentError   if m < n, or B has not m rows, a NaN or an infinity, or lies on
  /// another communicator
  /// @collective over the communicator of both
  template <MatrixLike B>
  requires OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, const LinalgOptions& options = {}) const {
    return solve_view(const_view(b), options);
  }

 private:
  friend detail::QrMaker<T>;

  DistMatrix<T> apply_view(MatrixView<const T> b, Op op, const LinalgOptions& options) const;
  DistMatrix<T> solve_view(MatrixView<const T> b, const LinalgOptions& options) const;
  /// `b` in a layout in which Q can be applied to it.
  DistMatrix<T> working_copy_of(MatrixView<const T> b, const char* what,
                                const LinalgOptions& options) const;
  void apply_in_place(DistMatrix<T>& b, Op op) const;

  DistMatrix<T> factors_;
  DistMatrix<T> triangles_;  // of the reflections of each panel, unless ScaLAPACK made them
  std::vector<T> taus_;
  Outcome outcome_;
  Algorithm algorithm_ = Algorithm::OneRank;
};

namespace detail {
template <Scalar T>
struct QrMaker {
  static QrFactor<T> from_view(MatrixView<const T> a, const LinalgOptions& options);
  static QrFactor<T> in_place(DistMatrix<T>&& a, const LinalgOptions& options);

 private:
  static QrFactor<T> run(DistMatrix<T>&& a, Algorithm algorithm);
  static void run_scalapack(QrFactor<T>& result);
  static void run_node(QrFactor<T>& result);
};
}  // namespace detail

/// Factors a matrix or view of any shape in any layout (ScaLAPACK p?geqrf); A is unchanged.
/// @throws ArgumentError  naming an element that is NaN or infinite
/// @throws OverflowError  if ScaLAPACK is to run and a size exceeds its 32 bits
/// @collective over a.comm(), idle ranks included; throws on all ranks or on none
/// @cost a copy of A, in the layout that the algorithm wants; beside it a matrix of min(m, n) x
/// block elements that is kept, and a block row of A while it runs. The same layout, ranks and
/// algorithm give the same bits in every run
/// @example const auto qr = qr_factor(a);  x = qr.solve(b);
template <MatrixLike A>
requires OneScalarType<A>
QrFactor<ValueOf<A>> qr_factor(const A& a, const LinalgOptions& options = {}) {
  return detail::QrMaker<ValueOf<A>>::from_view(const_view(a), options);
}

/// The same in A's own memory, where A owns it in the layout that layout_for(Routine::Qr, …) names;
/// else A is moved there and its memory given back before the factorisation begins.
/// @collective
template <Scalar T>
QrFactor<T> qr_factor(DistMatrix<T>&& a, const LinalgOptions& options = {}) {
  return detail::QrMaker<T>::in_place(std::move(a), options);
}

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
  /// The stored factorisation, A^H = Q^H L^H.
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
