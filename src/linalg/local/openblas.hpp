// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>

// OpenBLAS's extensions, found at run time, since any BLAS is supported.

namespace ashlar::local {

/// A function of OpenBLAS, or null. [local]
template <class F>
F* openblas_function(const char* name) noexcept {
  return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

/// True if BLAS uses OpenBLAS's AVX-512 kernels. Their ?trsm with a triangle of 128 has a quarter
/// of ?gemm's rate; with AVX2 two thirds. [local]
bool has_wide_kernels() noexcept;

/// During its lifetime OpenBLAS uses ASHLAR_NUM_THREADS threads in this rank, if set. The user
/// binds threads. [local]
class BlasThreads {
 public:
  BlasThreads() noexcept;
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;
  ~BlasThreads();

 private:
  int before_ = 0;  // 0: unchanged
};

/// Number of BLAS threads; 1 if unknown. [local]
int blas_threads() noexcept;

}  // namespace ashlar::local
