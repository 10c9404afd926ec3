// SPDX-License-Identifier: BSD-3-Clause
// The kernels for processors with AVX2. A cache line is two vectors.
#include <immintrin.h>

#include <cstdint>

#include "gathered_quad.hpp"
#include "kernels.hpp"

namespace ashlar::detail {
namespace {

inline __m256i load32(const std::byte* s) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(s));
}

template <bool Stream>
inline void put(std::byte* d, __m256i v) {
  if constexpr (Stream) _mm256_stream_si256(reinterpret_cast<__m256i*>(d), v);
  else _mm256_storeu_si256(reinterpret_cast<__m256i*>(d), v);
}

template <Conjugate C>
inline __m256i conjugated(__m256i v) {
  if constexpr (C == Conjugate::No) return v;
  const auto sign = static_cast<long long>(0x8000000000000000u);
  const __m256i signs =
      C == Conjugate::Complex64 ? _mm256_set1_epi64x(sign) : _mm256_set_epi64x(sign, 0, sign, 0);
  return _mm256_xor_si256(v, signs);
}

/// Two numbers of 16 bytes from each of two rows: columns 0 and 1.
template <Conjugate C, bool Stream>
[[gnu::always_inline]] inline void tile16(std::byte* d, Index ldd, const std::byte* s, Index lds) {
  const __m256i a = load32(s), b = load32(s + lds), c = load32(s + 2 * lds),
                e = load32(s + 3 * lds);
  put<Stream>(d, conjugated<C>(_mm256_permute2x128_si256(a, b, 0x20)));
  put<Stream>(d + 32, conjugated<C>(_mm256_permute2x128_si256(c, e, 0x20)));
  put<Stream>(d + ldd, conjugated<C>(_mm256_permute2x128_si256(a, b, 0x31)));
  put<Stream>(d + ldd + 32, conjugated<C>(_mm256_permute2x128_si256(c, e, 0x31)));
}

/// 4 x 4 numbers of 8 bytes: column c of the four rows into out[c].
inline void transpose_4x4(const std::byte* s, Index lds, __m256i* out) {
  const __m256i a = load32(s), b = load32(s + lds), c = load32(s + 2 * lds),
                e = load32(s + 3 * lds);
  const __m256i ab_even = _mm256_unpacklo_epi64(a, b), ab_odd = _mm256_unpackhi_epi64(a, b);
  const __m256i ce_even = _mm256_unpacklo_epi64(c, e), ce_odd = _mm256_unpackhi_epi64(c, e);
  out[0] = _mm256_permute2x128_si256(ab_even, ce_even, 0x20);
  out[1] = _mm256_permute2x128_si256(ab_odd, ce_odd, 0x20);
  out[2] = _mm256_permute2x128_si256(ab_even, ce_even, 0x31);
  out[3] = _mm256_permute2x128_si256(ab_odd, ce_odd, 0x31);
}

/// 8 rows x 4 columns of 8 bytes.
template <Conjugate C, bool Stream>
[[gnu::always_inline]] inline void tile8(std::byte* d, Index ldd, const std::byte* s, Index lds) {
  __m256i upper[4], lower[4];
  transpose_4x4(s, lds, upper);
  transpose_4x4(s + 4 * lds, lds, lower);
  for (int c = 0; c < 4; ++c) {
    put<Stream>(d + c * ldd, conjugated<C>(upper[c]));
    put<Stream>(d + c * ldd + 32, conjugated<C>(lower[c]));
  }
}

/// 8 x 8 numbers of 4 bytes: column c of the eight rows into out[c].
inline void transpose_8x8(const std::byte* s, Index lds, __m256i* out) {
  __m256i t[8], u[8];
  for (int k = 0; k < 8; k += 2) {
    const __m256i a = load32(s + k * lds), b = load32(s + (k + 1) * lds);
    t[k] = _mm256_unpacklo_epi32(a, b);
    t[k + 1] = _mm256_unpackhi_epi32(a, b);
  }
  for (int k = 0; k < 8; k += 4) {
    u[k] = _mm256_unpacklo_epi64(t[k], t[k + 2]);
    u[k + 1] = _mm256_unpackhi_epi64(t[k], t[k + 2]);
    u[k + 2] = _mm256_unpacklo_epi64(t[k + 1], t[k + 3]);
    u[k + 3] = _mm256_unpackhi_epi64(t[k + 1], t[k + 3]);
  }
  for (int c = 0; c < 4; ++c) {
    out[c] = _mm256_permute2x128_si256(u[c], u[c + 4], 0x20);
    out[c + 4] = _mm256_permute2x128_si256(u[c], u[c + 4], 0x31);
  }
}

/// 16 rows x 8 columns of 4 bytes.
template <bool Stream>
[[gnu::always_inline]] inline void tile4(std::byte* d, Index ldd, const std::byte* s, Index lds) {
  __m256i upper[8], lower[8];
  transpose_8x8(s, lds, upper);
  transpose_8x8(s + 8 * lds, lds, lower);
  for (int c = 0; c < 8; ++c) {
    put<Stream>(d + c * ldd, upper[c]);
    put<Stream>(d + c * ldd + 32, lower[c]);
  }
}

struct Isa {
  template <int Size>
  static constexpr Index width = Size == 16  ? 2
                                 : Size == 8 ? 4
                                             : 8;
  template <int Size>
  static constexpr bool has_tile = Size >= 4;

  template <bool Stream>
  static void line(std::byte* d, const std::byte* s) {
    put<Stream>(d, load32(s));
    put<Stream>(d + 32, load32(s + 32));
  }

  static void fetch(const std::byte* s) {
    _mm_prefetch(reinterpret_cast<const char*>(s), _MM_HINT_T1);
  }

  template <int Size, bool Stream, class Address>
  [[gnu::always_inline]] static void gathered_line(std::byte* d, const Address& address) {
    constexpr Index quad = 16 / Size;
    put<Stream>(
        d, _mm256_set_m128i(gathered_quad<Size>(address, quad), gathered_quad<Size>(address, 0)));
    put<Stream>(d + 32, _mm256_set_m128i(gathered_quad<Size>(address, 3 * quad),
                                         gathered_quad<Size>(address, 2 * quad)));
  }

  template <int Size, Conjugate C, bool Stream>
  static void tile(std::byte* d, Index ldd, const std::byte* s, Index lds) {
    if constexpr (Size == 16) tile16<C, Stream>(d, ldd, s, lds);
    if constexpr (Size == 8) tile8<C, Stream>(d, ldd, s, lds);
    if constexpr (Size == 4) tile4<Stream>(d, ldd, s, lds);
  }
};

void fence() { _mm_sfence(); }

}  // namespace

#include "kernel_bodies.inc"

const KernelSet avx2_kernels = kernel_set("avx2", fence);

}  // namespace ashlar::detail
