// SPDX-License-Identifier: BSD-3-Clause
#include "support/streaming_copy.hpp"

#if defined(__AVX512F__) || defined(__AVX__)
#include <immintrin.h>
#endif

#include <cstring>

namespace ashlar::bench {
namespace {

/// Copies whole 64-byte lines; returns the number of bytes.
std::size_t stream_lines(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t line = 64;
  std::size_t done = 0;
#if defined(__AVX512F__)
  for (; done + line <= bytes; done += line)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + done), _mm512_loadu_si512(from + done));
  _mm_sfence();
#elif defined(__AVX__)
  for (; done + line <= bytes; done += line) {
    const auto* source = reinterpret_cast<const __m256i*>(from + done);
    auto* target = reinterpret_cast<__m256i*>(to + done);
    const __m256i low = _mm256_loadu_si256(source), high = _mm256_loadu_si256(source + 1);
    _mm256_stream_si256(target, low);
    _mm256_stream_si256(target + 1, high);
  }
  _mm_sfence();
#else
  static_cast<void>(to), static_cast<void>(from), static_cast<void>(bytes);
#endif
  return done;
}

}  // namespace

void streaming_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
  const std::size_t done = stream_lines(to, from, bytes);
  std::memcpy(to + done, from + done, bytes - done);
}

}  // namespace ashlar::bench
