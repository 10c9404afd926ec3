// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>

#include "kernels/product_kernels.hpp"
#include "tile.hpp"

namespace ashlar::local {

/// C := alpha op(A) op(B) + beta C by Ashlar's kernels if they are faster than BLAS; else returns
/// false, without effect. [local]
template <class T>
bool kernel_gemm(T alpha, const Factor<T>& a, const Factor<T>& b, T beta, Tile<T> c);

/// For any size by given kernels, for a plain A. [local]
template <class T>
void outer_product(const ProductKernels<RealOf<T>>& kernels, T alpha, const Factor<T>& a,
                   const Factor<T>& b, T beta, Tile<T> c);

/// For any size by given kernels, for A^H (or a real A^T) and a plain B. [local]
template <class T>
void inner_product(const ProductKernels<RealOf<T>>& kernels, T alpha, const Factor<T>& a,
                   const Factor<T>& b, T beta, Tile<T> c);

/// For any size and operations, in double precision, by kernels that have `packed`; false, without
/// effect, if memory for the copies (3.6 MiB per thread, kept) cannot be allocated. [local]
template <class T>
bool packed_product(const ProductKernels<double>& kernels, T alpha, const Factor<T>& a,
                    const Factor<T>& b, T beta, Tile<T> c);

}  // namespace ashlar::local
