// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>

// OpenBLAS's extensions, found at run time, since any BLAS is supported.

namespace ashlar::local {

/// A function of OpenBLAS, or null with another BLAS. [local]
template <class F>
F* openblas_function(const char* name) noexcept {
  return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

/// True if BLAS uses OpenBLAS's kernels for AVX-512. Their ?trsm with a triangle of 128 has a
/// quarter of the rate of their ?gemm; with AVX2 it has two thirds. [local]
bool has_wide_kernels() noexcept;

}  // namespace ashlar::local
