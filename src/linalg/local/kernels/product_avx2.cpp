// SPDX-License-Identifier: BSD-3-Clause
// Products for AVX2 and FMA: 16 registers of four doubles.
#include <immintrin.h>

#include "product_kernels.hpp"

namespace ashlar::local {
namespace {

constexpr int vector_bytes = 32;
struct Outer {
  static constexpr int vectors = 3, cols = 4;
};
struct Inner {
  static constexpr int rows = 4, cols = 3;
};

inline __m256d swapped(__m256d v) { return _mm256_permute_pd(v, 0b0101); }
inline __m256 swapped(__m256 v) { return _mm256_permute_ps(v, 0b10110001); }

#include "product_bodies.inc"

}  // namespace

template <class R>
const ProductKernels<R>& avx2_products() noexcept {
  return kernels<R>;
}

template const ProductKernels<float>& avx2_products() noexcept;
template const ProductKernels<double>& avx2_products() noexcept;

}  // namespace ashlar::local
