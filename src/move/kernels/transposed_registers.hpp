// SPDX-License-Identifier: BSD-3-Clause
// Only for files of AVX-512, which set the compiler flags.
#pragma once

#include <immintrin.h>

namespace ashlar::detail {
namespace {

/// Transposes 4x4 blocks of 128 bits: rows a, b, c, d become columns.
inline void transpose_quads(__m512i& a, __m512i& b, __m512i& c, __m512i& d) {
  const __m512i x0 = _mm512_shuffle_i64x2(a, b, 0x88), x1 = _mm512_shuffle_i64x2(a, b, 0xdd);
  const __m512i y0 = _mm512_shuffle_i64x2(c, d, 0x88), y1 = _mm512_shuffle_i64x2(c, d, 0xdd);
  a = _mm512_shuffle_i64x2(x0, y0, 0x88);
  c = _mm512_shuffle_i64x2(x0, y0, 0xdd);
  b = _mm512_shuffle_i64x2(x1, y1, 0x88);
  d = _mm512_shuffle_i64x2(x1, y1, 0xdd);
}

/// columns := the transposed 8x8 square of 8-byte elements with rows row(0) … row(7).
template <class Load>
[[gnu::always_inline]] inline void transpose_octets(const Load& row, __m512i (&columns)[8]) {
#pragma GCC unroll 4
  for (int k = 0; k < 8; k += 2) {
    const __m512i a = row(k), b = row(k + 1);
    columns[k] = _mm512_unpacklo_epi64(a, b);
    columns[k + 1] = _mm512_unpackhi_epi64(a, b);
  }
  // Even registers hold columns 0 2 4 6 as 128-bit quads, odd registers the odd columns.
  transpose_quads(columns[0], columns[2], columns[4], columns[6]);
  transpose_quads(columns[1], columns[3], columns[5], columns[7]);
}

}  // namespace
}  // namespace ashlar::detail
