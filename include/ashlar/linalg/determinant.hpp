// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/ldlt.hpp>
#include <ashlar/linalg/log_determinant.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/one_scalar_type.hpp>

namespace ashlar {

/// The determinant of a matrix that is factored already, as phase and logarithm; 0 if the factor is
/// singular. The same on every rank; which layout the factor has does not matter.
/// @throws NotPositiveDefinite  if the Cholesky factorisation did not succeed
/// @collective over the factor's communicator
/// @cost an Allreduce of the diagonal
template <Scalar T>
LogDeterminant<T> log_determinant(const LuFactor<T>& factor);
template <Scalar T>
LogDeterminant<T> log_determinant(const CholeskyFactor<T>& factor);
template <Scalar T>
LogDeterminant<T> log_determinant(const LdltFactor<T>& factor) {
  return factor.determinant();
}

/// The determinant of a square matrix or view in any layout by LU (ScaLAPACK p?getrf), as phase and
/// logarithm, since the number itself seldom fits; 1 for an empty matrix, 0 for a singular one.
/// @throws ArgumentError  if A is not square, or naming an element that is NaN or infinite
/// @collective over a.comm(); throws on all ranks or on none
/// @cost an LU factorisation and a copy of A
/// @example determinant(a).log_abs;  determinant(a).value();
template <MatrixLike A>
requires OneScalarType<A>
LogDeterminant<ValueOf<A>> determinant(const A& a, const LinalgOptions& options = {}) {
  return log_determinant(lu_factor(a, options));
}

}  // namespace ashlar
