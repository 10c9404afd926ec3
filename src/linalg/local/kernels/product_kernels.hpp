// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

// Products without packing, faster than BLAS for factors with few columns. A complex matrix is one
// of real numbers R with twice as many rows, real and imaginary parts alternating; steps and row
// counts are in real numbers.

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

template <class R>
struct ProductKernels {
  void (*outer)(const OuterProduct<R>&);
  void (*complex_outer)(const OuterProduct<R>&);
  void (*inner)(const InnerProduct<R>&);
  void (*complex_inner)(const InnerProduct<R>&);
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
