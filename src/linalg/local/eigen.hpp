// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <vector>

#include <ashlar/base/scalar.hpp>

#include "tile.hpp"

// LAPACK's eigenproblems on tiles. They return INFO, and throw OverflowError if sizes or workspaces
// exceed 32 bits.

namespace ashlar::local {

/// All eigenvalues of the matrix with lower triangle `a`, ascending in `values`; with `vectors`,
/// eigenvectors in `a` (?syevd, ?heevd).
template <Scalar T>
int syevd(bool vectors, Tile<T> a, std::vector<RealOf<T>>& values);

/// Eigenvalues [first, last) of the matrix with lower triangle `a`, ascending in `values`; destroys
/// `a` (?syevr, ?heevr).
/// @param z  gets the vectors in its first columns, if it has any
template <Scalar T>
int syevr(Index first, Index last, Tile<T> a, std::vector<RealOf<T>>& values, Tile<T> z);

/// All eigenvalues of a tridiagonal matrix, ascending in `d` (?sterf). @pre e.size() >= d.size()
template <class R>
int sterf(std::vector<R>& d, std::vector<R>& e);

/// Reduces generalised problem `type` in the lower triangle of `a` to a standard one, with the
/// Cholesky factor L in the lower triangle of `b` (?sygst, ?hegst).
template <Scalar T>
int sygst(int type, Tile<T> a, Tile<const T> b);

/// Eigenvalues of a square matrix, which is destroyed, in LAPACK's order (?geev).
/// @param z  gets the right vectors, if it has columns
template <Scalar T>
int geev(Tile<T> a, std::vector<std::complex<RealOf<T>>>& values, Tile<std::complex<RealOf<T>>> z);

}  // namespace ashlar::local
