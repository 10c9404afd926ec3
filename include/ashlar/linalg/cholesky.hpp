// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class CholeskyFactor;

namespace detail {
/// Use of a factor: with Solutions only solve() may be called. The factor may then be in the other
/// triangle, and elements outside it are undefined.
enum class FactorUse { All, Solutions };

/// @param mine  the matrix of `a`, which is consumed, or null
template <Scalar T>
CholeskyFactor<T> cholesky_factor(MatrixView<const T> a, DistMatrix<T>* mine, Uplo uplo,
                                  const LinalgOptions& options, FactorUse use = FactorUse::All);
}  // namespace detail

/// Cholesky factor A = L L^H or U^H U of a Hermitian positive definite matrix (ScaLAPACK p?potrf).
template <Scalar T>
class CholeskyFactor {
 public:
  /// Algorithm of factorisation and solution.
  Algorithm algorithm() const { return algorithm_; }
  /// Success if all leading minors are positive (INFO); else `first_bad_pivot` is the 0-based last
  /// row of the first that is not.
  Outcome outcome() const { return outcome_; }
  /// Order of A.
  Index size() const { return factor_.rows(); }
  Uplo uplo() const { return uplo_; }

  /// L or U; the other triangle is zero.
  const DistMatrix<T>& factor() const { return factor_; }

  /// Solves A X = B (p?potrs); X has B's layout.
  /// @throws NotPositiveDefinite  unless the outcome is ok
  /// @throws ArgumentError  unless B has size() rows, A's communicator and finite values
  /// @collective
  template <detail::PlacedLike B>
  requires detail::OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, const LinalgOptions& options = {}) const {
    return solve_view(detail::const_view(b), options);
  }

 private:
  friend CholeskyFactor detail::cholesky_factor<T>(MatrixView<const T> a, DistMatrix<T>* mine,
                                                   Uplo uplo, const LinalgOptions& options,
                                                   detail::FactorUse use);

  DistMatrix<T> solve_view(MatrixView<const T> b, const LinalgOptions& options) const;

  DistMatrix<T> factor_;
  Uplo uplo_ = Uplo::Lower;
  Outcome outcome_;
  Algorithm algorithm_ = Algorithm::OneRank;
};

/// Factors a Hermitian (real: symmetric) positive definite matrix or view (ScaLAPACK p?potrf).
/// @param uplo  [same] stored triangle, Lower or Upper
/// @throws ArgumentError  unless A is square with finite values
/// @throws OverflowError  if ScaLAPACK runs and a size exceeds 32 bits
/// @collective
/// @cost a copy of A in the layout of the algorithm
/// @example const auto factor = cholesky_factor(a, Uplo::Upper);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
CholeskyFactor<ValueOf<A>> cholesky_factor(const A& a, Uplo uplo = Uplo::Lower,
                                           const LinalgOptions& options = {}) {
  return detail::cholesky_factor<ValueOf<A>>(detail::const_view(a), nullptr, uplo, options);
}

/// Factors A in place if A owns column-major memory in the layout of layout_for(Routine::Cholesky,
/// …), `uplo` is Lower and the algorithm not ScaLapack; else factors a copy, then frees A.
/// @collective
template <Scalar T>
CholeskyFactor<T> cholesky_factor(DistMatrix<T>&& a, Uplo uplo = Uplo::Lower,
                                  const LinalgOptions& options = {}) {
  return detail::cholesky_factor<T>(a, &a, uplo, options);
}

}  // namespace ashlar
