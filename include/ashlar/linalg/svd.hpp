// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/one_scalar_type.hpp>
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

}  // namespace ashlar
