// SPDX-License-Identifier: BSD-3-Clause
// For the files of single instruction sets only: compiled with the flags of whoever includes it.
#pragma once

#include <immintrin.h>

#include <cstddef>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {
namespace {

/// 16 bytes from several places, put together in registers: stored one by one they could not be
/// loaded again at once.
template <int Size>
inline __m128i gathered_quad(const std::byte* const* a, Index offset) {
  if constexpr (Size == 16) return _mm_loadu_si128(reinterpret_cast<const __m128i*>(a[0] + offset));
  else if constexpr (Size == 8)
    return _mm_unpacklo_epi64(_mm_loadu_si64(a[0] + offset), _mm_loadu_si64(a[1] + offset));
  else
    return _mm_unpacklo_epi64(
        _mm_unpacklo_epi32(_mm_loadu_si32(a[0] + offset), _mm_loadu_si32(a[1] + offset)),
        _mm_unpacklo_epi32(_mm_loadu_si32(a[2] + offset), _mm_loadu_si32(a[3] + offset)));
}

}  // namespace
}  // namespace ashlar::detail
