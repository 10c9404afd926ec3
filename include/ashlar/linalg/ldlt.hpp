// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class LdltFactor;

namespace detail {
/// Numbers of positive, negative and zero eigenvalues.
struct Inertia {
  Index positive = 0;
  Index negative = 0;
  Index zero = 0;
  friend bool operator==(const Inertia&, const Inertia&) = default;
};
template <Scalar T>
LdltFactor<T> ldlt_factor(MatrixView<const T> a, Uplo uplo, Op symmetry,
                          const LinalgOptions& options);
}  // namespace detail

/// Factor P A P^T = L D L^H of a symmetric or Hermitian indefinite matrix, with diagonal blocks of
/// order 1 and 2 in D (LAPACK ?sytrf, ?hetrf: Bunch and Kaufman).
template <Scalar T>
class LdltFactor {
 public:
  using Inertia = detail::Inertia;

  /// Success if D is invertible (INFO); else `first_bad_pivot` is the first zero on its diagonal.
  Outcome outcome() const { return outcome_; }
  /// Order of A.
  Index size() const { return factors_.rows(); }
  Uplo uplo() const { return uplo_; }
  /// ConjTrans: Hermitian; Trans: symmetric.
  Op symmetry() const { return symmetry_; }

  /// L (or U) and D as packed by LAPACK, on rank 0.
  const DistMatrix<T>& factors() const { return factors_; }
  /// LAPACK's IPIV, 1-based, on rank 0; empty on other ranks.
  const std::vector<int>& pivots() const { return pivots_; }

  /// Inertia of A, equal to that of D (Sylvester). An eigenvalue that is zero up to rounding counts
  /// by its computed sign.
  /// @throws ArgumentError  if A is complex symmetric: its eigenvalues have no sign
  Inertia inertia() const {
    expect(!is_complex<T> || symmetry_ == Op::ConjTrans,
           "LdltFactor::inertia: a complex symmetric matrix has no inertia; a Hermitian one has");
    return inertia_;
  }
  /// Determinant of A.
  LogDeterminant<T> determinant() const { return determinant_; }

  /// Solves A X = B (?sytrs, ?hetrs); X has B's layout.
  /// @throws SingularMatrix  unless the outcome is ok
  /// @throws ArgumentError   unless B has size() rows, A's communicator and finite values
  /// @collective
  template <detail::PlacedLike B>
  requires detail::OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, const LinalgOptions& options = {}) const {
    return solve_view(detail::const_view(b), options);
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

/// Factors a symmetric or Hermitian matrix or view (LAPACK ?sytrf, ?hetrf) on rank 0, for lack of a
/// parallel routine.
/// @param uplo      [same] stored triangle, Lower or Upper
/// @param symmetry  [same] ConjTrans: Hermitian (real: symmetric); Trans: symmetric, also complex
/// @throws ArgumentError  unless A is square with finite values
/// @throws OverflowError  if a size exceeds LAPACK's 32 bits
/// @collective
/// @cost n^3 / 3 multiplications and a copy of A on rank 0
/// @example const auto f = ldlt_factor(a, Uplo::Upper);  f.inertia().negative
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
LdltFactor<ValueOf<A>> ldlt_factor(const A& a, Uplo uplo = Uplo::Lower, Op symmetry = Op::ConjTrans,
                                   const LinalgOptions& options = {}) {
  return detail::ldlt_factor<ValueOf<A>>(detail::const_view(a), uplo, symmetry, options);
}

}  // namespace ashlar
