// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Matrix norms; values are LAPACK's letters.
enum class Norm : char {
  Max = 'M',        ///< largest |a(i,j)|; not an operator norm
  One = '1',        ///< largest column sum of |a(i,j)|
  Inf = 'I',        ///< largest row sum of |a(i,j)|
  Frobenius = 'F',  ///< square root of the sum of |a(i,j)|^2
};

namespace detail {
template <Scalar T>
ashlar::RealOf<T> norm(MatrixView<const T> a, Norm kind);
template <Scalar T>
ashlar::RealOf<T> scaled_residual(MatrixView<const T> a, MatrixView<const T> x,
                                  MatrixView<const T> b);
}  // namespace detail

/// Norm of a matrix or view (ScaLAPACK p?lange) [same], accumulated in double; 0 if empty, NaN if
/// an element is NaN. Frobenius avoids overflow and underflow.
/// @example const double size = norm(a), largest = norm(a, Norm::Max);
/// @collective
/// @cost one pass (Frobenius two) over the local block; an Allreduce of one number per local
/// column (One) or row (Inf), then an Allreduce of one number
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
RealOf<ValueOf<A>> norm(const A& a, Norm kind = Norm::Frobenius) {
  return detail::norm<ValueOf<A>>(detail::const_view(a), kind);
}

/// Scaled residual |B - A X|_inf / (eps (|A|_inf |X|_inf + |B|_inf) n) of the HPL benchmark, which
/// accepts values below 16; eps is 2^-53 (single precision 2^-24), n the order of A. 0 for an empty
/// system or a zero residual. With a small residual, X solves a system close to the given one.
/// @throws ArgumentError unless A is square and X and B fit it
/// @collective
template <detail::PlacedLike A, detail::PlacedLike X, detail::PlacedLike B>
requires detail::OneScalarType<A, X, B>
RealOf<ValueOf<A>> scaled_residual(const A& a, const X& x, const B& b) {
  return detail::scaled_residual<ValueOf<A>>(detail::const_view(a), detail::const_view(x),
                                             detail::const_view(b));
}

}  // namespace ashlar
