// SPDX-License-Identifier: BSD-3-Clause
#include "products.hpp"

#include "linalg/local/openblas.hpp"

namespace ashlar::local {

template <class R>
const ProductKernels<R>* product_kernels() noexcept {
#if defined(__x86_64__)
  static const ProductKernels<R>* const chosen = []() -> const ProductKernels<R>* {
    if (has_wide_kernels()) return &avx512_products<R>();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &avx2_products<R>();
    return nullptr;
  }();
  return chosen;
#else
  return nullptr;
#endif
}

template const ProductKernels<float>* product_kernels() noexcept;
template const ProductKernels<double>* product_kernels() noexcept;

}  // namespace ashlar::local
