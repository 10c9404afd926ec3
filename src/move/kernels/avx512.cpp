// SPDX-License-Identifier: BSD-3-Clause
// The kernels for processors with AVX-512 (F, BW, DQ, VL).
#include <immintrin.h>

#include <cstdint>

#include "gathered_quad.hpp"
#include "kernels.hpp"

namespace ashlar::detail {
namespace {

template <bool Stream>
inline void put(std::byte* d, __m512i v) {
  if constexpr (Stream) _mm512_stream_si512(reinterpret_cast<__m512i*>(d), v);
  else _mm512_storeu_si512(d, v);
}

/// Flips the signs of imaginary parts; every lane holds whole numbers.
template <Conjugate C>
inline __m512i conjugated(__m512i v) {
  if constexpr (C == Conjugate::No) return v;
  const __m512i signs = C == Conjugate::Complex64
                            ? _mm512_set1_epi64(static_cast<long long>(0x8000000000000000u))
                            : _mm512_set_epi64(static_cast<long long>(0x8000000000000000u), 0,
                                               static_cast<long long>(0x8000000000000000u), 0,
                                               static_cast<long long>(0x8000000000000000u), 0,
                                               static_cast<long long>(0x8000000000000000u), 0);
  return _mm512_xor_si512(v, signs);
}

inline __m512i load64(const std::byte* s) { return _mm512_loadu_si512(s); }

/// 4x4 blocks of 128 bits: rows a, b, c, d of four become columns.
inline void transpose_quads(__m512i& a, __m512i& b, __m512i& c, __m512i& d) {
  const __m512i x0 = _mm512_shuffle_i64x2(a, b, 0x88), x1 = _mm512_shuffle_i64x2(a, b, 0xdd);
  const __m512i y0 = _mm512_shuffle_i64x2(c, d, 0x88), y1 = _mm512_shuffle_i64x2(c, d, 0xdd);
  a = _mm512_shuffle_i64x2(x0, y0, 0x88);
  c = _mm512_shuffle_i64x2(x0, y0, 0xdd);
  b = _mm512_shuffle_i64x2(x1, y1, 0x88);
  d = _mm512_shuffle_i64x2(x1, y1, 0xdd);
}

/// 16 bytes an element: 4 rows x 4 columns.
template <Conjugate C, bool Stream>
[[gnu::always_inline]] inline void tile16(std::byte* d, Index ldd, const std::byte* s, Index lds) {
  __m512i a = load64(s), b = load64(s + lds), c = load64(s + 2 * lds), e = load64(s + 3 * lds);
  transpose_quads(a, b, c, e);
  put<Stream>(d, conjugated<C>(a));
  put<Stream>(d + ldd, conjugated<C>(b));
  put<Stream>(d + 2 * ldd, conjugated<C>(c));
  put<Stream>(d + 3 * ldd, conjugated<C>(e));
}

/// 8 bytes an element: 8 x 8.
template <Conjugate C, bool Stream>
[[gnu::always_inline]] inline void tile8(std::byte* d, Index ldd, const std::byte* s, Index lds) {
  __m512i q[8];
  for (int k = 0; k < 8; k += 2) {
    const __m512i a = load64(s + k * lds), b = load64(s + (k + 1) * lds);
    q[k] = _mm512_unpacklo_epi64(a, b);
    q[k + 1] = _mm512_unpackhi_epi64(a, b);
  }
  // Even columns 0 2 4 6 lie in the even registers as 128-bit quads, odd ones in the odd registers.
  transpose_quads(q[0], q[2], q[4], q[6]);
  transpose_quads(q[1], q[3], q[5], q[7]);
  for (int k = 0; k < 8; ++k) put<Stream>(d + k * ldd, conjugated<C>(q[k]));
}

/// 4 bytes an element: 16 x 16.
template <bool Stream>
[[gnu::always_inline]] inline void tile4(std::byte* d, Index ldd, const std::byte* s, Index lds) {
  __m512i t[16];
  for (int k = 0; k < 16; k += 2) {
    const __m512i a = load64(s + k * lds), b = load64(s + (k + 1) * lds);
    t[k] = _mm512_unpacklo_epi32(a, b);
    t[k + 1] = _mm512_unpackhi_epi32(a, b);
  }
  __m512i u[16];
  for (int k = 0; k < 16; k += 4) {
    u[k] = _mm512_unpacklo_epi64(t[k], t[k + 2]);
    u[k + 1] = _mm512_unpackhi_epi64(t[k], t[k + 2]);
    u[k + 2] = _mm512_unpacklo_epi64(t[k + 1], t[k + 3]);
    u[k + 3] = _mm512_unpackhi_epi64(t[k + 1], t[k + 3]);
  }
  // u[4g + c] holds column c, 4 + c, 8 + c, 12 + c of rows 4g … 4g + 3 as quads.
  for (int c = 0; c < 4; ++c) {
    transpose_quads(u[c], u[4 + c], u[8 + c], u[12 + c]);
    put<Stream>(d + c * ldd, u[c]);
    put<Stream>(d + (4 + c) * ldd, u[4 + c]);
    put<Stream>(d + (8 + c) * ldd, u[8 + c]);
    put<Stream>(d + (12 + c) * ldd, u[12 + c]);
  }
}

struct Isa {
  template <int Size>
  static constexpr Index width = Size == 16  ? 4
                                 : Size == 4 ? 16
                                             : 8;
  template <int Size>
  static constexpr bool has_tile = Size >= 4;

  template <bool Stream>
  static void line(std::byte* d, const std::byte* s) {
    put<Stream>(d, load64(s));
  }

  static void fetch(const std::byte* s) {
    _mm_prefetch(reinterpret_cast<const char*>(s), _MM_HINT_T1);
  }

  template <int Size, bool Stream, class Address>
  [[gnu::always_inline]] static void gathered_line(std::byte* d, const Address& address) {
    constexpr Index quad = 16 / Size;
    const __m256i low =
        _mm256_set_m128i(gathered_quad<Size>(address, quad), gathered_quad<Size>(address, 0));
    const __m256i high = _mm256_set_m128i(gathered_quad<Size>(address, 3 * quad),
                                          gathered_quad<Size>(address, 2 * quad));
    put<Stream>(d, _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1));
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

const KernelSet avx512_kernels = kernel_set("avx512", fence);

}  // namespace ashlar::detail
