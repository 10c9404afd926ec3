// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Ways to measure a matrix. Values are LAPACK's letters.
enum class Norm : char {
  Max = 'M',        ///< largest |a(i,j)|: no operator norm
  One = '1',        ///< largest sum of |a(i,j)| over a column
  Inf = 'I',        ///< largest sum of |a(i,j)| over a row
  Frobenius = 'F',  ///< square root of the sum of |a(i,j)|^2
};

namespace detail {
template <Scalar T>
ashlar::RealOf<T> norm(MatrixView<const T> a, Norm kind);
template <Scalar T>
ashlar::RealOf<T> scaled_residual(MatrixView<const T> a, MatrixView<const T> x,
                                  MatrixView<const T> b);
}  // namespace detail

/// A norm of a matrix or view in any layout (ScaLAPACK p?lange), the same on every rank. An empty
/// matrix has norm 0; a NaN anywhere gives NaN. Sums are taken in double; Frobenius, the
/// default, neither overflows nor underflows on the way.
/// @example const double size = norm(a), largest = norm(a, Norm::Max);
/// @collective over a.comm(), idle ranks included
/// @cost one pass (Frobenius two) over the local block; Allreduce of the local columns (One) or
/// rows (Inf), and of a number
template <MatrixLike A>
requires OneScalarType<A>
RealOf<ValueOf<A>> norm(const A& a, Norm kind = Norm::Frobenius) {
  return detail::norm<ValueOf<A>>(const_view(a), kind);
}

/// |B - A X|_inf / (eps (|A|_inf |X|_inf + |B|_inf) n) with eps = 2^-53 (2^-24 in single precision)
/// and n the order of A: the measure of the HPL benchmark, whose limit is 16. 0 for an empty system
/// and for an exact zero residual.
/// @throws ArgumentError naming the shapes, unless A is square and X and B fit it
/// @collective over the communicator of all three
template <MatrixLike A, MatrixLike X, MatrixLike B>
requires OneScalarType<A, X, B>
RealOf<ValueOf<A>> scaled_residual(const A& a, const X& x, const B& b) {
  return detail::scaled_residual<ValueOf<A>>(const_view(a), const_view(x), const_view(b));
}

}  // namespace ashlar
