// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Numbers of positive, negative and zero eigenvalues of a matrix.
struct Inertia {
  Index positive = 0;
  Index negative = 0;
  Index zero = 0;
  friend bool operator==(const Inertia&, const Inertia&) = default;
};

template <Scalar T>
class LdltFactor;

namespace detail {
template <Scalar T>
LdltFactor<T> ldlt_factor(MatrixView<const T> a, Uplo uplo, Op symmetry,
                          const LinalgOptions& options);
}

/// P A P^T = L D L^H with diagonal blocks of order 1 and 2 in D, of a symmetric or Hermitian matrix
/// that need not be definite (LAPACK ?sytrf, ?hetrf: Bunch and Kaufman), kept for any number of
/// right-hand sides.
template <Scalar T>
class LdltFactor {
 public:
  /// Success if D is invertible (INFO); `first_bad_pivot` is the first zero on its diagonal.
  Outcome outcome() const { return outcome_; }
  /// Number of rows and columns of A.
  Index size() const { return factors_.rows(); }
  Uplo uplo() const { return uplo_; }
  /// ConjTrans if A is Hermitian, Trans if it is symmetric.
  Op symmetry() const { return symmetry_; }

  /// L (or U) and D as LAPACK packs them, on rank 0.
  const DistMatrix<T>& factors() const { return factors_; }
  /// LAPACK's IPIV, 1-based, on rank 0; empty elsewhere.
  const std::vector<int>& pivots() const { return pivots_; }

  /// The signs of A's eigenvalues, which are those of D's (Sylvester). An eigenvalue that is zero
  /// up to rounding counts as whatever it was rounded to.
  /// @throws ArgumentError  if A is complex and symmetric: its eigenvalues have no sign
  Inertia inertia() const {
    expect(!is_complex<T> || symmetry_ == Op::ConjTrans,
           "LdltFactor::inertia: a complex symmetric matrix has no inertia; a Hermitian one has");
    return inertia_;
  }
  /// The determinant of A, as phase and logarithm.
  LogDeterminant<T> determinant() const { return determinant_; }

  /// X with A X = B (?sytrs, ?hetrs), in B's layout; B is unchanged.
  /// @throws SingularMatrix  with the pivot, if the outcome is not ok
  /// @throws ArgumentError   if B does not have size() rows, holds a NaN or an infinity, or lies
  /// on another communicator
  /// @collective over the communicator of both
  template <MatrixLike B>
  requires OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, const LinalgOptions& options = {}) const {
    return solve_view(const_view(b), options);
  }

 private:
  friend LdltFactor detail::ldlt_factor<T>(MatrixView<const T> a, Uplo uplo, Op symmetry,
                                           const LinalgOptions& options);

  DistMatrix<T> solve_view(MatrixView<const T> b, const LinalgOptions& options) const;

  DistMatrix<T> factors_;
  std::vector<int> pivots_;
  Uplo uplo_ = Uplo::Lower;
  Op symmetry_ = Op::ConjTrans;
  Outcome outcome_;
  Inertia inertia_;
  LogDeterminant<T> determinant_;
};

/// Factors a symmetric or Hermitian matrix or view in any layout (LAPACK ?sytrf, ?hetrf). Only the
/// `uplo` triangle of A is read; A is unchanged. Rank 0 computes: no library shares this among
/// ranks.
/// @param uplo      [same] the triangle that is read, Lower or Upper
/// @param symmetry  [same] A is op of itself. ConjTrans: Hermitian (for real types symmetric);
/// Trans: symmetric, complex ones too
/// @throws ArgumentError  if A is not square, or naming an element that is NaN or infinite
/// @throws OverflowError  if a size exceeds LAPACK's 32 bits
/// @collective over a.comm(), idle ranks included; throws on all ranks or on none
/// @cost n^3 / 3 multiplications on rank 0, which keeps a copy of A
/// @example const auto f = ldlt_factor(a, Uplo::Upper);  f.inertia().negative
template <MatrixLike A>
requires OneScalarType<A>
LdltFactor<ValueOf<A>> ldlt_factor(const A& a, Uplo uplo = Uplo::Lower, Op symmetry = Op::ConjTrans,
                                   const LinalgOptions& options = {}) {
  return detail::ldlt_factor<ValueOf<A>>(const_view(a), uplo, symmetry, options);
}

}  // namespace ashlar
