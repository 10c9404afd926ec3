// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Eigenvalues to compute (LAPACK RANGE), numbered from 0 in ascending order.
struct EigenRange {
  enum class Kind { All, Indices, Interval };

  Kind kind = Kind::All;
  Index first = 0;  ///< Indices: [first, last)
  Index last = 0;
  double low = 0;  ///< Interval: (low, high], as in LAPACK; may be infinite
  double high = 0;

  static constexpr EigenRange all() { return {}; }
  /// @example by_index(n - 3, n)  // the three largest
  static constexpr EigenRange by_index(Index first, Index last) {
    return {Kind::Indices, first, last, 0, 0};
  }
  static constexpr EigenRange by_value(double low, double high) {
    return {Kind::Interval, 0, 0, low, high};
  }
};

/// Form of a generalised eigenproblem (LAPACK ITYPE).
enum class EigenForm : char {
  AxLambdaBx = 1,  ///< A x = lambda B x;  X^H B X = I
  ABxLambdaX = 2,  ///< A B x = lambda x;  X^H B X = I
  BAxLambdaX = 3,  ///< B A x = lambda x;  X^H B^-1 X = I
};

/// Options of symmetric_eigen. [same]
struct SymmetricEigenOptions {
  Uplo uplo = Uplo::Lower;  ///< stored triangle of A and B
  bool vectors = true;      ///< false: values only
  EigenRange range = {};
  EigenForm form = EigenForm::AxLambdaBx;  ///< of a generalised problem
  bool verify = false;                     ///< also checks results of LAPACK
  Index block = 0;                         ///< block size of the computation; 0: default
  LinalgOptions how = {};
};

/// Eigenvalues and eigenvectors of a symmetric or Hermitian matrix.
template <Scalar T>
struct SymmetricEigen {
  std::vector<RealOf<T>> values;  ///< [same] ascending
  DistMatrix<T>
      vectors;      ///< column k belongs to values[k]; distributed as A; n x 0 without vectors
  Index first = 0;  ///< index of values[0] in the whole spectrum
  Algorithm algorithm = Algorithm::Automatic;  ///< of the computation
  /// Measures |A Z y - Z L y| / (n eps |A| |y|) and |Z^H Z y - y| / (n eps |y|) (generalised:
  /// |A Z y - B Z L y| and |Z^H B Z y - y|) for one random y, normally below 1; nullopt if not
  /// measured.
  std::optional<double> residual;
  std::optional<double> orthogonality;
};

/// True if the library was built with ELPA.
bool has_elpa() noexcept;

/// Eigenvalues and right eigenvectors of a nonsymmetric matrix. The results are complex, also for a
/// real matrix.
template <Scalar T>
struct GeneralEigen {
  using Complex = std::complex<RealOf<T>>;

  /// Eigenvalues [same], in LAPACK's order. Conjugate pairs of a real matrix are adjacent, the
  /// positive imaginary part first
  std::vector<Complex> values;
  /// A v = lambda v; columns of 2-norm one, distributed as A; n x 0 without vectors
  DistMatrix<Complex> vectors;
};

namespace detail {
template <Scalar T>
SymmetricEigen<T> symmetric_eigen(MatrixView<const T> a, const SymmetricEigenOptions& options);
template <Scalar T>
SymmetricEigen<T> symmetric_eigen(MatrixView<const T> a, MatrixView<const T> b,
                                  const SymmetricEigenOptions& options);
template <Scalar T>
GeneralEigen<T> general_eigen(MatrixView<const T> a, bool vectors, const LinalgOptions& options);
/// Product Z diag(values) Z^H, exactly Hermitian, in the layout of Z.
/// @throws ArgumentError with a value that is NaN or infinite
template <Scalar T>
DistMatrix<T> with_values(const SymmetricEigen<T>& eigen,
                          const std::vector<ashlar::RealOf<T>>& values);
}  // namespace detail

/// Eigenvalues and eigenvectors of a symmetric or Hermitian matrix or view (LAPACK ?syevd/?heevd,
/// ScaLAPACK p?syevd/p?heevd, ELPA). Imaginary parts on the diagonal count as zero.
///
/// Results of ScaLAPACK and ELPA are checked with a random vector in O(n^2), because both have
/// returned wrong vectors without an error.
/// @throws ArgumentError  unless A is square with finite values and the range is valid
/// @throws NotConverged   if the algorithm did not converge or its result failed the check
/// @throws OverflowError  if a size exceeds LAPACK's 32 bits (OneRank with vectors: above order
/// 32,765)
/// @collective
/// @cost memory besides the vectors: three distributed matrices like A (ScaLAPACK), two (ELPA), or
/// three matrices on rank 0 (LAPACK). 4/3 n^3 operations, with vectors about 4 n^3
/// @example const auto e = symmetric_eigen(a);  // A Z = Z diag(e.values), Z = e.vectors
/// @example symmetric_eigen(a, {.vectors = false, .range = EigenRange::by_index(0, 10)}).values
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
SymmetricEigen<ValueOf<A>> symmetric_eigen(const A& a, const SymmetricEigenOptions& options = {}) {
  return detail::symmetric_eigen<ValueOf<A>>(detail::const_view(a), options);
}

/// Solves the generalised problem A x = lambda B x (or another form) with B positive definite
/// (LAPACK ?sygvd/?hegvd; ScaLAPACK p?potrf, p?sygst, p?trsm). A and B may have different layouts.
/// An ill-conditioned B makes small eigenvalues inaccurate.
/// @throws NotPositiveDefinite  with the pivot of B
/// @throws ArgumentError, NotConverged, OverflowError  as above
/// @collective
template <detail::PlacedLike A, detail::PlacedLike B>
requires detail::OneScalarType<A, B>
SymmetricEigen<ValueOf<A>> symmetric_eigen(const A& a, const B& b,
                                           const SymmetricEigenOptions& options = {}) {
  return detail::symmetric_eigen<ValueOf<A>>(detail::const_view(a), detail::const_view(b), options);
}

/// Eigenvalues and right eigenvectors of a square matrix or view by LAPACK ?geev on rank 0, because
/// ScaLAPACK's p?hseqr has known faults.
/// @throws ArgumentError  unless A is square with finite values
/// @throws NotConverged   if the QR iteration did not converge
/// @throws OverflowError  if A's order exceeds 32 bits
/// @collective
/// @cost about 25 n^3 operations (values only: 10 n^3) and three times A's memory on rank 0
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
GeneralEigen<ValueOf<A>> general_eigen(const A& a, const LinalgOptions& options = {}) {
  return detail::general_eigen<ValueOf<A>>(detail::const_view(a), true, options);
}

/// Eigenvalues only.
/// @throws as general_eigen
/// @collective
/// @example const std::vector<c128> values = eigenvalues(a);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
std::vector<std::complex<RealOf<ValueOf<A>>>> eigenvalues(const A& a,
                                                          const LinalgOptions& options = {}) {
  return detail::general_eigen<ValueOf<A>>(detail::const_view(a), false, options).values;
}

/// Matrix function f(A) = Z diag(f(lambda)) Z^H of a symmetric or Hermitian matrix or view, exactly
/// Hermitian, in A's layout. `options.algorithm` is that of the eigenproblem.
/// @param f     [same] real number -> real number
/// @param uplo  [same] stored triangle of A
/// @throws ArgumentError  with the eigenvalue at which f is NaN or infinite; else as
/// symmetric_eigen
/// @collective
/// @cost  symmetric_eigen and one gemm; two matrices like A besides the result
/// @example apply_symmetric(a, [](double x) { return std::tanh(x); })
template <detail::PlacedLike A, class F>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> apply_symmetric(const A& a, F&& f, Uplo uplo = Uplo::Lower,
                                       const LinalgOptions& options = {}) {
  auto eigen = symmetric_eigen(a, {.uplo = uplo, .how = options});
  std::vector<RealOf<ValueOf<A>>> values;
  for (const auto value : eigen.values) values.push_back(f(value));
  return detail::with_values<ValueOf<A>>(eigen, values);
}

}  // namespace ashlar
