// SPDX-License-Identifier: BSD-3-Clause
// Kernels for AVX-512 (F, BW, DQ, VL).
#include <immintrin.h>

#include <cstdint>

#include "gathered_quad.hpp"
#include "kernels.hpp"
#include "transposed_registers.hpp"

namespace ashlar::detail {
namespace {

template <bool streams>
inline void put_vector(std::byte* d, __m512i v) {
  if constexpr (streams) _mm512_stream_si512(reinterpret_cast<__m512i*>(d), v);
  else _mm512_storeu_si512(d, v);
}

/// Flips the signs of imaginary parts; every lane holds whole numbers.
template <Conjugate conjugate>
inline __m512i conjugated(__m512i v) {
  if constexpr (conjugate == Conjugate::No) return v;
  const __m512i signs = conjugate == Conjugate::Complex64
                            ? _mm512_set1_epi64(static_cast<long long>(0x8000000000000000u))
                            : _mm512_set_epi64(static_cast<long long>(0x8000000000000000u), 0,
                                               static_cast<long long>(0x8000000000000000u), 0,
                                               static_cast<long long>(0x8000000000000000u), 0,
                                               static_cast<long long>(0x8000000000000000u), 0);
  return _mm512_xor_si512(v, signs);
}

inline __m512i load64(const std::byte* s) { return _mm512_loadu_si512(s); }

/// Elements of 16 bytes: 4 x 4.
template <Conjugate conjugate, bool streams, class Load>
[[gnu::always_inline]] inline void tile16(std::byte* const* d, Index place, const Load& row,
                                          Index columns) {
  __m512i a = row(0), b = row(1), c = row(2), e = row(3);
  transpose_quads(a, b, c, e);
  put_vector<streams>(d[0] + place, conjugated<conjugate>(a));
  if (columns > 1) put_vector<streams>(d[1] + place, conjugated<conjugate>(b));
  if (columns > 2) put_vector<streams>(d[2] + place, conjugated<conjugate>(c));
  if (columns > 3) put_vector<streams>(d[3] + place, conjugated<conjugate>(e));
}

/// Elements of 8 bytes: 8 x 8.
template <Conjugate conjugate, bool streams, class Load>
[[gnu::always_inline]] inline void tile8(std::byte* const* d, Index place, const Load& row,
                                         Index columns) {
  __m512i q[8];
  transpose_octets(row, q);
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k)
    if (k < columns) put_vector<streams>(d[k] + place, conjugated<conjugate>(q[k]));
}

/// Elements of 4 bytes: 16 x 16.
template <bool streams, class Load>
[[gnu::always_inline]] inline void tile4(std::byte* const* d, Index place, const Load& row,
                                         Index columns) {
  __m512i t[16];
  for (int k = 0; k < 16; k += 2) {
    const __m512i a = row(k), b = row(k + 1);
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
  // u[4g + c] holds columns c, 4 + c, 8 + c, 12 + c of rows 4g … 4g + 3 as quads.
  for (int c = 0; c < 4; ++c) {
    transpose_quads(u[c], u[4 + c], u[8 + c], u[12 + c]);
    for (int k = c; k < 16; k += 4)
      if (k < columns) put_vector<streams>(d[k] + place, u[k]);
  }
}

struct Isa {
  template <int size>
  static constexpr Index width = size == 16  ? 4
                                 : size == 4 ? 16
                                             : 8;
  template <int size>
  static constexpr bool has_tile = size >= 4;

  template <bool streams>
  static void line(std::byte* d, const std::byte* s) {
    put_vector<streams>(d, load64(s));
  }

  using Vector = __m512i;
  static constexpr int gather_bytes = 64, gather_columns = 8;
  static Vector load(const std::byte* s) { return load64(s); }
  template <bool streams>
  static void put(std::byte* d, Vector v) {
    put_vector<streams>(d, v);
  }
  static Vector picks(const std::uint8_t* p) {
    return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static Vector pick(Vector a, Vector b, Vector picks) {
    return _mm512_permutex2var_epi32(a, picks, b);
  }
  static Vector replace(Vector v, Vector b, Vector picks) { return pick(v, b, picks); }

  template <int size, class Address>
  [[gnu::always_inline]] static __m512i gathered_line(const Address& address) {
    constexpr Index quad = 16 / size;
    const __m256i low =
        _mm256_set_m128i(gathered_quad<size>(address, quad), gathered_quad<size>(address, 0));
    const __m256i high = _mm256_set_m128i(gathered_quad<size>(address, 3 * quad),
                                          gathered_quad<size>(address, 2 * quad));
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
  }
  template <Conjugate conjugate, bool streams>
  [[gnu::always_inline]] static void put_line(std::byte* d, __m512i line) {
    put_vector<streams>(d, conjugated<conjugate>(line));
  }

  template <int size, Conjugate conjugate, bool streams>
  [[gnu::always_inline]] static void tile(std::byte* const* d, Index place,
                                          const std::byte* const* rows, Index offset) {
    tile_of<size, conjugate, streams>(
        d, place, [&](int r) { return load64(rows[r] + offset); }, width<size>);
  }

  /// Fewer columns are gathered one by one.
  template <int size>
  static constexpr Index fewest_columns = size == 16  ? 2
                                          : size == 8 ? 3
                                                      : 4;
  template <int size, Conjugate conjugate, bool streams>
  static void part_of_tile(std::byte* const* d, Index place, const std::byte* const* rows,
                           Index offset, Index columns) {
    const auto words = static_cast<unsigned>(columns * (size == 16 ? 2 : 1));
    tile_of<size, conjugate, streams>(
        d, place,
        [&](int r) {
          if constexpr (size == 4)
            return _mm512_maskz_loadu_epi32(static_cast<__mmask16>((1u << words) - 1),
                                            rows[r] + offset);
          else
            return _mm512_maskz_loadu_epi64(static_cast<__mmask8>((1u << words) - 1),
                                            rows[r] + offset);
        },
        columns);
  }

 private:
  template <int size, Conjugate conjugate, bool streams, class Load>
  [[gnu::always_inline]] static void tile_of(std::byte* const* d, Index place, const Load& row,
                                             Index columns) {
    if constexpr (size == 16) tile16<conjugate, streams>(d, place, row, columns);
    if constexpr (size == 8) tile8<conjugate, streams>(d, place, row, columns);
    if constexpr (size == 4) tile4<streams>(d, place, row, columns);
  }
};

void fence() { _mm_sfence(); }

}  // namespace

#include "kernel_bodies.inc"

const KernelSet avx512_kernels = kernel_set("avx512", fence);

}  // namespace ashlar::detail
