// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tile.hpp"

// BLAS on tiles with 64-bit sizes, divided to fit BLAS's int. Leading dimensions must fit it.

namespace ashlar::local {

/// C := alpha op(A) op(B) + beta C (?gemm).
template <class T>
void gemm(T alpha, Factor<T> a, Factor<T> b, T beta, Tile<T> c);

/// B := alpha op(A)^-1 B, or alpha B op(A)^-1 from the right (?trsm), by the faster function below.
template <class T>
void trsm(Side side, Triangle triangle, T alpha, Tile<const T> a, Tile<T> b);

/// BLAS's ?trsm, or ?trsv for one column.
template <class T>
void plain_trsm(Side side, Triangle triangle, T alpha, Tile<const T> a, Tile<T> b);

/// ?trsm by products. Small diagonal blocks are inverted if well conditioned, else solved by ?trsm.
template <class T>
void blocked_trsm(Side side, Triangle triangle, T alpha, Tile<const T> a, Tile<T> b);

/// B := alpha op(A) B, or alpha B op(A) from the right (?trmm).
template <class T>
void trmm(Side side, Triangle triangle, T alpha, Tile<const T> a, Tile<T> b);

/// The lower triangle of C := C + alpha A A^H with a real alpha (?herk; real: ?syrk).
template <class T>
void herk_lower(double alpha, Tile<const T> a, Tile<T> c);

/// y := alpha op(A) x + beta y (?gemv); x and y are single columns.
template <class T>
void gemv(T alpha, Factor<T> a, Tile<const T> x, T beta, Tile<T> y);

}  // namespace ashlar::local
