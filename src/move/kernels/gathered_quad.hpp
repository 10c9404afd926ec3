// SPDX-License-Identifier: BSD-3-Clause
// Only for files of one instruction set, which set the compiler flags.
#pragma once

#include <immintrin.h>

#include <cstddef>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {
namespace {

/// Gathers 16 bytes in registers: single stores before a vector load defeat store forwarding.
/// Element k is at address(first + k).
template <int size, class Address>
[[gnu::always_inline]] inline __m128i gathered_quad(const Address& address, Index first) {
  if constexpr (size == 16)
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(address(first)));
  else if constexpr (size == 8)
    return _mm_unpacklo_epi64(_mm_loadu_si64(address(first)), _mm_loadu_si64(address(first + 1)));
  else
    return _mm_unpacklo_epi64(
        _mm_unpacklo_epi32(_mm_loadu_si32(address(first)), _mm_loadu_si32(address(first + 1))),
        _mm_unpacklo_epi32(_mm_loadu_si32(address(first + 2)), _mm_loadu_si32(address(first + 3))));
}

}  // namespace
}  // namespace ashlar::detail
