// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>

// OpenBLAS's own interface, looked for at run time, since any BLAS will do.

namespace ashlar::local {

/// A function of OpenBLAS, or null with another BLAS. [local]
template <class F>
F* openblas_function(const char* name) noexcept {
  return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

/// True if BLAS has chosen OpenBLAS's kernels for AVX-512. Their ?gemm is the fastest, but their
/// ?trsm with a triangle of 128 has a quarter of its rate, where those for AVX2 have two thirds.
/// [local]
bool has_wide_kernels() noexcept;

}  // namespace ashlar::local
