// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Singular vectors that are computed (LAPACK JOBZ).
enum class SvdVectors {
  Values,  ///< none (JOBZ = 'N')
  Thin,    ///< the first min(m, n) on each side (JOBZ = 'S')
  Full,    ///< all m and all n (JOBZ = 'A')
};

/// A = U S V^H with unitary columns in U and V. V comes as V^H (LAPACK's VT), whose rows are the
/// right singular vectors.
template <Scalar T>
struct [[nodiscard]] Svd {
  std::vector<RealOf<T>> values;  ///< the min(m, n) singular values, falling; the same on all ranks
  DistMatrix<T> u;   ///< m x min(m, n), full: m x m; the empty matrix if only values were asked for
  DistMatrix<T> vh;  ///< min(m, n) x n, full: n x n; the empty matrix if only values were asked for
  Algorithm algorithm = Algorithm::OneRank;  ///< what computed it
};

namespace detail {
template <Scalar T>
Svd<T> svd(MatrixView<const T> a, SvdVectors vectors, const LinalgOptions& options);
}

/// The singular value decomposition of a matrix or view of any shape in any layout (ScaLAPACK
/// p?gesvd, LAPACK ?gesdd). A is unchanged; U and V^H lie on A's grid in A's blocks. Matrices whose
/// numbers are near the ends of the exponents are scaled on the way, as LAPACK does.
///
/// Algorithms: OneRank is ?gesdd on rank 0. ScaLapack reduces A to a bidiagonal matrix (p?gebrd),
/// decomposes that by divide and conquer, shared by a node (else ?bdsdc on rank 0), and transforms
/// its vectors back (p?ormbr); a wide matrix by its conjugate transpose, one much longer than wide
/// by QR first.
/// @param vectors  [same]
/// @throws ArgumentError  naming an element that is NaN or infinite
/// @throws OverflowError  if a size exceeds the 32 bits of ScaLAPACK or LAPACK; with vectors that
/// is min(m, n) > 20000
/// @throws NotConverged   if LAPACK's iteration does not end
/// @collective over a.comm(), idle ranks included; throws on all ranks or on none
/// @cost a copy of A, U and V^H in the layout of the algorithm, and on rank 0 for a while 5 k^2
/// real numbers with k = min(m, n); with OneRank all of it on rank 0
/// @example const auto [s, u, vh, algorithm] = svd(a, SvdVectors::Full);
template <MatrixLike A>
requires OneScalarType<A>
Svd<ValueOf<A>> svd(const A& a, SvdVectors vectors = SvdVectors::Thin,
                    const LinalgOptions& options = {}) {
  return detail::svd<ValueOf<A>>(const_view(a), vectors, options);
}

/// The singular values alone, falling, the same on all ranks.
/// @collective as svd, with the same errors
/// @example const double largest = singular_values(a).front();
template <MatrixLike A>
requires OneScalarType<A>
std::vector<RealOf<ValueOf<A>>> singular_values(const A& a, const LinalgOptions& options = {}) {
  return detail::svd<ValueOf<A>>(const_view(a), SvdVectors::Values, options).values;
}

namespace detail {
template <Scalar T>
Index rank(MatrixView<const T> a, std::optional<double> rcond, const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> orthonormal_basis(MatrixView<const T> a, std::optional<double> rcond,
                                const LinalgOptions& options);
template <Scalar T>
DistMatrix<T> null_space(MatrixView<const T> a, std::optional<double> rcond,
                         const LinalgOptions& options);
}  // namespace detail

/// The numerical rank: how many singular values exceed rcond times the largest.
/// @param rcond  [same] nothing: max(m, n) eps, with eps = 2^-52 (2^-23 in single precision), as
/// NumPy and MATLAB have it
/// @throws ArgumentError  if rcond is negative or NaN
/// @collective as svd, with the same errors
/// @cost that of the singular values
/// @example if (rank(a) < a.cols()) ...
template <MatrixLike A>
requires OneScalarType<A>
Index rank(const A& a, std::optional<double> rcond = {}, const LinalgOptions& options = {}) {
  return detail::rank<ValueOf<A>>(const_view(a), rcond, options);
}

/// Orthonormal columns that span the range of A: the first rank(a) columns of U, m x rank, in A's
/// blocks.
/// @collective as svd, with the same errors and cost
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> orthonormal_basis(const A& a, std::optional<double> rcond = {},
                                         const LinalgOptions& options = {}) {
  return detail::orthonormal_basis<ValueOf<A>>(const_view(a), rcond, options);
}

/// Orthonormal columns that span {x : A x = 0}: the last columns of V, n x (n - rank), in A's
/// blocks.
/// @collective as svd, with the same errors and cost
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> null_space(const A& a, std::optional<double> rcond = {},
                                  const LinalgOptions& options = {}) {
  return detail::null_space<ValueOf<A>>(const_view(a), rcond, options);
}

}  // namespace ashlar
