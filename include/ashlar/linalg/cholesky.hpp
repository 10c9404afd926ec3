// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class CholeskyFactor;

namespace detail {
template <Scalar T>
struct CholeskyMaker;
}

/// A = L L^H or U^H U of a Hermitian positive definite matrix (ScaLAPACK p?potrf), kept for any
/// number of right-hand sides.
template <Scalar T>
class CholeskyFactor {
 public:
  /// Implementation that factored, and solves.
  Algorithm algorithm() const { return algorithm_; }
  /// Success if all leading minors are positive (INFO); `first_bad_pivot` is the first that is not.
  Outcome outcome() const { return outcome_; }
  /// Number of rows and columns of A.
  Index size() const { return factor_.rows(); }
  Uplo uplo() const { return uplo_; }

  /// L or U; the other triangle is zero.
  const DistMatrix<T>& factor() const { return factor_; }

  /// X with A X = B (p?potrs), in B's layout; B is unchanged.
  /// @throws NotPositiveDefinite  with the pivot, if the outcome is not ok
  /// @throws ArgumentError  if B does not have size() rows, holds a NaN or an infinity, or lies
  /// on another communicator
  /// @collective over the communicator of both
  template <MatrixLike B>
  requires OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, const LinalgOptions& options = {}) const {
    return solve_view(const_view(b), options);
  }

 private:
  friend detail::CholeskyMaker<T>;

  DistMatrix<T> solve_view(MatrixView<const T> b, const LinalgOptions& options) const;

  DistMatrix<T> factor_;
  Uplo uplo_ = Uplo::Lower;
  Outcome outcome_;
  Algorithm algorithm_ = Algorithm::OneRank;
};

namespace detail {
template <Scalar T>
struct CholeskyMaker {
  static CholeskyFactor<T> from_view(MatrixView<const T> a, Uplo uplo,
                                     const LinalgOptions& options);
  static CholeskyFactor<T> in_place(DistMatrix<T>&& a, Uplo uplo, const LinalgOptions& options);

 private:
  static void run(CholeskyFactor<T>& result, DistMatrix<T>&& a);
};
}  // namespace detail

/// Factors a Hermitian (real: symmetric) positive definite matrix or view in any layout (ScaLAPACK
/// p?potrf). Only one triangle of A is read; A is unchanged.
/// @param uplo  [same] the triangle that holds A, Lower or Upper
/// @throws ArgumentError  if A is not square, or naming an element that is NaN or infinite
/// @throws OverflowError  if ScaLAPACK is to run and a size exceeds its 32 bits
/// @collective over a.comm(), idle ranks included; throws on all ranks or on none
/// @cost a copy of A, in the layout that the algorithm wants. The same layout, ranks and algorithm
/// give the same bits in every run
/// @example const auto factor = cholesky_factor(a, Uplo::Upper);
template <MatrixLike A>
requires OneScalarType<A>
CholeskyFactor<ValueOf<A>> cholesky_factor(const A& a, Uplo uplo = Uplo::Lower,
                                           const LinalgOptions& options = {}) {
  return detail::CholeskyMaker<ValueOf<A>>::from_view(const_view(a), uplo, options);
}

/// The same in A's own memory, where A owns it in the layout that layout_for(Routine::Cholesky, …)
/// names; else A is moved there and its memory given back before the factorisation begins.
/// @collective
template <Scalar T>
CholeskyFactor<T> cholesky_factor(DistMatrix<T>&& a, Uplo uplo = Uplo::Lower,
                                  const LinalgOptions& options = {}) {
  return detail::CholeskyMaker<T>::in_place(std::move(a), uplo, options);
}

}  // namespace ashlar
