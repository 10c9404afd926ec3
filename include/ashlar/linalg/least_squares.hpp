// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// The shortest X that makes |A X - B| least, and how well it fits.
template <Scalar T>
struct LeastSquares {
  DistMatrix<T> x;  ///< n columns of A make n rows, in B's blocks and on its grid
  Index rank = 0;   ///< of A, up to rcond
  /// |A x - b|^2 of each column of B, on every rank: 0 up to rounding where A has full row rank.
  std::vector<double> residual_squares;
};

namespace detail {
template <Scalar T>
LeastSquares<T> least_squares(MatrixView<const T> a, MatrixView<const T> b,
                              std::optional<double> rcond, const LinalgOptions& options);
}

/// Fits A X to B for an A of any shape and rank (LAPACK ?gels, ?gelsy; ScaLAPACK p?gels): with more
/// rows than columns the X of least residual, with fewer the shortest solution, and where columns
/// are dependent the shortest of those of least residual. A and B are unchanged.
///
/// Columns count as dependent if the reciprocal condition of the triangle R is at most rcond
/// (max(m, n) eps by default, as in NumPy). Where they are, and always with Algorithm::OneRank, a
/// complete orthogonal factorisation with column pivoting finds X and the rank.
/// @param rcond  [same] nothing: max(m, n) eps
/// @throws ArgumentError  if rcond is negative or NaN, B has not as many rows as A, the
/// communicators differ, or naming an element that is NaN or infinite
/// @throws OverflowError  if a size exceeds LAPACK's 32 bits
/// @collective over the communicator of both; throws on all ranks or on none
/// @cost 2 m n^2 operations; a copy of A, and of B and X on every rank 32 columns at once
/// @example const auto fit = least_squares(a, b);  fit.x, fit.rank, fit.residual_squares[0]
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B>
LeastSquares<ValueOf<A>> least_squares(const A& a, const B& b, std::optional<double> rcond = {},
                                       const LinalgOptions& options = {}) {
  return detail::least_squares<ValueOf<A>>(const_view(a), const_view(b), rcond, options);
}

}  // namespace ashlar
