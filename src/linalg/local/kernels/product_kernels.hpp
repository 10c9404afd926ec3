// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

// Products faster than BLAS: without packing for factors with few columns, with it for large ones.
// A complex matrix is one of real numbers R with twice as many rows, real and imaginary parts
// alternating; steps and row counts are in real numbers.

namespace ashlar::local {

/// C := alpha V W + beta C; C is not read if beta is zero.
template <class R>
struct OuterProduct {
  Index m;              // rows of V and C, in real numbers
  Index n, k;           // columns of C and V
  R alpha[2], beta[2];  // real and imaginary part
  const R* v;
  Index ldv;
  const R* w;  // element (i, j) at w + i * w_row + j * w_col
  Index w_row, w_col;
  bool conjugates_w;
  R* c;
  Index ldc;
};

/// W := alpha V^H C + beta W; W is not read if beta is zero.
template <class R>
struct InnerProduct {
  Index m, n;  // columns of V and C
  Index k;     // their rows, in real numbers
  R alpha[2], beta[2];
  const R* v;
  Index ldv;
  const R* c;
  Index ldc;
  R* w;
  Index ldw;
};

/// op(A) or op(B) of a PackedProduct.
struct PackedFactor {
  const double* data;
  Index across;  // from one row of op(A), or column of op(B), to the next
  Index along;   // from one term to the next
  bool conjugates;
};

/// C := alpha op(A) op(B) + beta C from copies of blocks of both factors; C is not read if beta is
/// zero.
struct PackedProduct {
  // Largest blocks. Those of A fill half of a second-level cache of 1 MiB, strips of B half of a
  // first-level cache.
  static constexpr Index most_rows = 192, most_cols = 1024, most_terms = 384;

  Index m, n, k;  // in elements
  double alpha[2], beta[2];
  PackedFactor a, b;
  double* c;
  Index ldc;
  double* memory;  // for a block of each factor, aligned to cache lines
};

template <class R>
struct ProductKernels {
  void (*outer)(const OuterProduct<R>&);
  void (*complex_outer)(const OuterProduct<R>&);
  void (*inner)(const InnerProduct<R>&);
  void (*complex_inner)(const InnerProduct<R>&);
  /// Null if BLAS is as fast.
  void (*packed)(const PackedProduct&) = nullptr;
  void (*complex_packed)(const PackedProduct&) = nullptr;
};

/// For one instruction set, which the processor must have.
template <class R>
const ProductKernels<R>& avx2_products() noexcept;
template <class R>
const ProductKernels<R>& avx512_products() noexcept;

/// Kernels for BLAS's instruction set, or null. [local]
template <class R>
const ProductKernels<R>* product_kernels() noexcept;

}  // namespace ashlar::local
