// SPDX-License-Identifier: BSD-3-Clause
// Kernels for AVX2; a cache line is two vectors.
#include <immintrin.h>

#include <cstdint>

#include "gathered_quad.hpp"
#include "kernels.hpp"

namespace ashlar::detail {
namespace {

inline __m256i load32(const std::byte* s) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(s));
}

template <bool streams>
inline void put_vector(std::byte* d, __m256i v) {
  if constexpr (streams) _mm256_stream_si256(reinterpret_cast<__m256i*>(d), v);
  else _mm256_storeu_si256(reinterpret_cast<__m256i*>(d), v);
}

template <Conjugate conjugate>
inline __m256i conjugated(__m256i v) {
  if constexpr (conjugate == Conjugate::No) return v;
  const auto sign = static_cast<long long>(0x8000000000000000u);
  const __m256i signs = conjugate == Conjugate::Complex64 ? _mm256_set1_epi64x(sign)
                                                          : _mm256_set_epi64x(sign, 0, sign, 0);
  return _mm256_xor_si256(v, signs);
}

/// Elements of 16 bytes: 4 rows x 2 columns.
template <Conjugate conjugate, bool streams>
[[gnu::always_inline]] inline void tile16(std::byte* const* d, Index place,
                                          const std::byte* const* rows, Index offset) {
  const __m256i a = load32(rows[0] + offset), b = load32(rows[1] + offset),
                c = load32(rows[2] + offset), e = load32(rows[3] + offset);
  put_vector<streams>(d[0] + place, conjugated<conjugate>(_mm256_permute2x128_si256(a, b, 0x20)));
  put_vector<streams>(d[0] + place + 32,
                      conjugated<conjugate>(_mm256_permute2x128_si256(c, e, 0x20)));
  put_vector<streams>(d[1] + place, conjugated<conjugate>(_mm256_permute2x128_si256(a, b, 0x31)));
  put_vector<streams>(d[1] + place + 32,
                      conjugated<conjugate>(_mm256_permute2x128_si256(c, e, 0x31)));
}

/// Transposes 4 x 4 elements of 8 bytes: column c into out[c].
inline void transpose_4x4(const std::byte* const* rows, Index offset, __m256i* out) {
  const __m256i a = load32(rows[0] + offset), b = load32(rows[1] + offset),
                c = load32(rows[2] + offset), e = load32(rows[3] + offset);
  const __m256i ab_even = _mm256_unpacklo_epi64(a, b), ab_odd = _mm256_unpackhi_epi64(a, b);
  const __m256i ce_even = _mm256_unpacklo_epi64(c, e), ce_odd = _mm256_unpackhi_epi64(c, e);
  out[0] = _mm256_permute2x128_si256(ab_even, ce_even, 0x20);
  out[1] = _mm256_permute2x128_si256(ab_odd, ce_odd, 0x20);
  out[2] = _mm256_permute2x128_si256(ab_even, ce_even, 0x31);
  out[3] = _mm256_permute2x128_si256(ab_odd, ce_odd, 0x31);
}

/// Elements of 8 bytes: 8 rows x 4 columns.
template <Conjugate conjugate, bool streams>
[[gnu::always_inline]] inline void tile8(std::byte* const* d, Index place,
                                         const std::byte* const* rows, Index offset) {
  __m256i upper[4], lower[4];
  transpose_4x4(rows, offset, upper);
  transpose_4x4(rows + 4, offset, lower);
  for (int c = 0; c < 4; ++c) {
    put_vector<streams>(d[c] + place, conjugated<conjugate>(upper[c]));
    put_vector<streams>(d[c] + place + 32, conjugated<conjugate>(lower[c]));
  }
}

/// Transposes 8 x 8 elements of 4 bytes: column c into out[c].
inline void transpose_8x8(const std::byte* const* rows, Index offset, __m256i* out) {
  __m256i t[8], u[8];
  for (int k = 0; k < 8; k += 2) {
    const __m256i a = load32(rows[k] + offset), b = load32(rows[k + 1] + offset);
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

/// Elements of 4 bytes: 16 rows x 8 columns.
template <bool streams>
[[gnu::always_inline]] inline void tile4(std::byte* const* d, Index place,
                                         const std::byte* const* rows, Index offset) {
  __m256i upper[8], lower[8];
  transpose_8x8(rows, offset, upper);
  transpose_8x8(rows + 8, offset, lower);
  for (int c = 0; c < 8; ++c) {
    put_vector<streams>(d[c] + place, upper[c]);
    put_vector<streams>(d[c] + place + 32, lower[c]);
  }
}

struct Isa {
  template <int size>
  static constexpr Index width = size == 16  ? 2
                                 : size == 8 ? 4
                                             : 8;
  template <int size>
  static constexpr bool has_tile = size >= 4;

  template <bool streams>
  static void line(std::byte* d, const std::byte* s) {
    put_vector<streams>(d, load32(s));
    put_vector<streams>(d + 32, load32(s + 32));
  }

  using Vector = __m256i;
  static constexpr int gather_bytes = 32, gather_columns = 4;
  static Vector load(const std::byte* s) { return load32(s); }
  template <bool streams>
  static void put(std::byte* d, Vector v) {
    put_vector<streams>(d, v);
  }
  static Vector picks(const std::uint8_t* p) { return _mm256_cvtepu8_epi32(_mm_loadu_si64(p)); }
  static Vector pick(Vector a, Vector b, Vector picks) {
    return replace(_mm256_permutevar8x32_epi32(a, picks), b, picks);
  }
  static Vector replace(Vector v, Vector b, Vector picks) {
    // Numbers from 8 on have the sign bit after the shift.
    return _mm256_castps_si256(_mm256_blendv_ps(
        _mm256_castsi256_ps(v), _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(b, picks)),
        _mm256_castsi256_ps(_mm256_slli_epi32(picks, 28))));
  }

  struct Line {
    __m256i low, high;
  };
  template <int size, class Address>
  [[gnu::always_inline]] static Line gathered_line(const Address& address) {
    constexpr Index quad = 16 / size;
    return {_mm256_set_m128i(gathered_quad<size>(address, quad), gathered_quad<size>(address, 0)),
            _mm256_set_m128i(gathered_quad<size>(address, 3 * quad),
                             gathered_quad<size>(address, 2 * quad))};
  }
  template <Conjugate conjugate, bool streams>
  [[gnu::always_inline]] static void put_line(std::byte* d, const Line& line) {
    put_vector<streams>(d, conjugated<conjugate>(line.low));
    put_vector<streams>(d + 32, conjugated<conjugate>(line.high));
  }

  template <int size, Conjugate conjugate, bool streams>
  [[gnu::always_inline]] static void tile(std::byte* const* d, Index place,
                                          const std::byte* const* rows, Index offset) {
    if constexpr (size == 16) tile16<conjugate, streams>(d, place, rows, offset);
    if constexpr (size == 8) tile8<conjugate, streams>(d, place, rows, offset);
    if constexpr (size == 4) tile4<streams>(d, place, rows, offset);
  }

  /// Fewer columns are gathered one by one.
  template <int size>
  static constexpr Index fewest_columns = width<size>;
  template <int size, Conjugate conjugate, bool streams>
  static void part_of_tile(std::byte* const* /*d*/, Index /*place*/,
                           const std::byte* const* /*rows*/, Index /*offset*/, Index /*columns*/) {}
};

void fence() { _mm_sfence(); }

}  // namespace

#include "kernel_bodies.inc"

const KernelSet avx2_kernels = kernel_set("avx2", fence);

}  // namespace ashlar::detail
