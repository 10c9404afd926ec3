// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Singular vectors to compute (LAPACK JOBZ).
enum class SvdVectors {
  Values,  ///< none (JOBZ = 'N')
  Thin,    ///< first min(m, n) on each side (JOBZ = 'S')
  Full,    ///< all m and all n (JOBZ = 'A')
};

/// Singular value decomposition A = U S V^H. The rows of V^H (LAPACK VT) are the right singular
/// vectors.
template <Scalar T>
struct [[nodiscard]] Svd {
  std::vector<RealOf<T>> values;  ///< [same] min(m, n) singular values, descending
  DistMatrix<T> u;                ///< m x min(m, n), full: m x m; empty with SvdVectors::Values
  DistMatrix<T> vh;               ///< min(m, n) x n, full: n x n; empty with SvdVectors::Values
  Algorithm algorithm = Algorithm::OneRank;  ///< algorithm of the computation
};

namespace detail {
template <Scalar T>
Svd<T> svd(MatrixView<const T> a, SvdVectors vectors, const LinalgOptions& options);
template <Scalar T>
Index rank(MatrixView<const T> a, std::optional<double> rcond, const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> orthonormal_basis(MatrixView<const T> a, std::optional<double> rcond,
                                const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> null_space(MatrixView<const T> a, std::optional<double> rcond,
                         const LinalgOptions& options);
}  // namespace detail

/// Decomposes a matrix or view of any shape (ScaLAPACK p?gesvd, LAPACK ?gesdd). U and V^H have A's
/// grid and blocks. Elements near the limits of the exponent are scaled as in LAPACK.
///
/// OneRank is ?gesdd on rank 0. ScaLapack reduces A to a bidiagonal matrix (p?gebrd), decomposes
/// that by divide and conquer on the ranks of one node (else by ?bdsdc on rank 0), and transforms
/// the vectors back (p?ormbr). A wide matrix is transposed first, a tall one factored by QR.
/// @param vectors  [same]
/// @throws ArgumentError  unless all values are finite
/// @throws OverflowError  if a size exceeds the 32 bits of ScaLAPACK or LAPACK; with vectors if
/// min(m, n) > 20000
/// @throws NotConverged   if LAPACK's iteration does not converge
/// @collective
/// @cost a copy of A, U and V^H in the layout of the algorithm, and temporarily 5 min(m, n)^2 real
/// numbers on rank 0; with OneRank all of these on rank 0
/// @example const auto [s, u, vh, algorithm] = svd(a, SvdVectors::Full);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
Svd<ValueOf<A>> svd(const A& a, SvdVectors vectors = SvdVectors::Thin,
                    const LinalgOptions& options = {}) {
  return detail::svd<ValueOf<A>>(detail::const_view(a), vectors, options);
}

/// Singular values [same], descending.
/// @throws as svd
/// @collective
/// @example const double largest = singular_values(a).front();
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
std::vector<RealOf<ValueOf<A>>> singular_values(const A& a, const LinalgOptions& options = {}) {
  return detail::svd<ValueOf<A>>(detail::const_view(a), SvdVectors::Values, options).values;
}

/// Numerical rank: number of singular values above rcond times the largest.
/// @param rcond  [same] nullopt: max(m, n) eps with eps = 2^-52 (single precision 2^-23), as in
/// NumPy and MATLAB
/// @throws ArgumentError  if rcond is negative or NaN; else as svd
/// @collective
/// @cost as singular_values
/// @example if (rank(a) < a.cols()) ...
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
Index rank(const A& a, std::optional<double> rcond = {}, const LinalgOptions& options = {}) {
  return detail::rank<ValueOf<A>>(detail::const_view(a), rcond, options);
}

/// Orthonormal basis of the range of A: the first rank(a) columns of U, in A's blocks.
/// @collective with the errors and cost of svd
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> orthonormal_basis(const A& a, std::optional<double> rcond = {},
                                         const LinalgOptions& options = {}) {
  return detail::orthonormal_basis<ValueOf<A>>(detail::const_view(a), rcond, options);
}

/// Orthonormal basis of {x : A x = 0}: the last n - rank(a) columns of V, in A's blocks.
/// @collective with the errors and cost of svd
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> null_space(const A& a, std::optional<double> rcond = {},
                                  const LinalgOptions& options = {}) {
  return detail::null_space<ValueOf<A>>(detail::const_view(a), rcond, options);
}

}  // namespace ashlar
