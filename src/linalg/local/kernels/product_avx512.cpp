// SPDX-License-Identifier: BSD-3-Clause
// Products for AVX-512: 32 registers of eight doubles.
#include <immintrin.h>

#include "product_kernels.hpp"

namespace ashlar::local {
namespace {

constexpr int vector_bytes = 64;
struct Outer {
  static constexpr int vectors = 3, cols = 8;
};
struct Inner {
  static constexpr int rows = 4, cols = 6;
};

inline __m512d swapped(__m512d v) { return _mm512_permute_pd(v, 0b01010101); }
inline __m512 swapped(__m512 v) { return _mm512_permute_ps(v, 0b10110001); }

#include "product_bodies.inc"

}  // namespace

template <class R>
const ProductKernels<R>& avx512_products() noexcept {
  return kernels<R>;
}

template const ProductKernels<float>& avx512_products() noexcept;
template const ProductKernels<double>& avx512_products() noexcept;

}  // namespace ashlar::local
