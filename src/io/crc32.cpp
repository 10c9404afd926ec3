// SPDX-License-Identifier: BSD-3-Clause
#include "crc32.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Bit 31 of a word is the coefficient of x^0, bit 0 that of x^31. The state is the remainder of the
// bytes modulo P, with all bits flipped at both ends.

namespace ashlar::io {
namespace {

constexpr std::uint32_t polynomial = 0xEDB88320;
constexpr std::uint32_t one = 0x80000000, monomial = 0x40000000;

constexpr std::uint32_t times_x(std::uint32_t a) { return a >> 1U ^ ((a & 1U) * polynomial); }

/// a * b modulo P
constexpr std::uint32_t product(std::uint32_t a, std::uint32_t b) {
  std::uint32_t sum = 0;
  for (; a != 0; a <<= 1U, b = times_x(b)) sum ^= (a >> 31U) * b;
  return sum;
}

/// base^exponent modulo P
constexpr std::uint32_t power(std::uint32_t base, std::uint64_t exponent) {
  std::uint32_t result = one;
  for (; exponent != 0; exponent >>= 1U, base = product(base, base))
    if ((exponent & 1U) != 0) result = product(result, base);
  return result;
}

constexpr std::uint32_t x8 = power(monomial, 8);

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// tables[k][byte] is the byte times x^(8 k + 32): its contribution before k more bytes.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) tables[0][byte] = product(byte, x8);
  for (std::size_t k = 1; k < tables.size(); ++k)
    for (std::uint32_t byte = 0; byte < 256; ++byte)
      tables[k][byte] = product(tables[k - 1][byte], x8);
  return tables;
}
constexpr Tables tables = make_tables();

/// State after more bytes, eight per iteration.
std::uint32_t advance(std::uint32_t state, const unsigned char* at, Index bytes) {
  for (; bytes >= 8; bytes -= 8, at += 8) {
    state ^= at[0] | at[1] << 8U | at[2] << 16U | std::uint32_t{at[3]} << 24U;
    state = tables[7][state & 0xFFU] ^ tables[6][state >> 8U & 0xFFU] ^
            tables[5][state >> 16U & 0xFFU] ^ tables[4][state >> 24U] ^ tables[3][at[4]] ^
            tables[2][at[5]] ^ tables[1][at[6]] ^ tables[0][at[7]];
  }
  for (; bytes > 0; --bytes, ++at) state = state >> 8U ^ tables[0][(state ^ *at) & 0xFFU];
  return state;
}

#if defined(__x86_64__)

/// Factor x^(distance - 1), which shifts 64 bits by `distance`. The product of reflected words is
/// one bit too low.
constexpr long long carrier(std::uint64_t distance) {
  return static_cast<long long>(std::uint64_t{power(monomial, distance - 1)} << 32U);
}

/// Shifts 16 bytes by the distances of `carriers` and adds `next`.
__attribute__((target("pclmul"))) inline __m128i folded(__m128i block, __m128i carriers,
                                                        __m128i next) {
  const __m128i low = _mm_clmulepi64_si128(block, carriers, 0x00);
  const __m128i high = _mm_clmulepi64_si128(block, carriers, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

__attribute__((target("pclmul"))) inline __m128i block_at(const unsigned char* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

/// State after more bytes by carry-less products: four blocks of 16 bytes are folded onto the next
/// four; tables reduce the rest.
/// @see Gopal et al., Fast CRC Computation for Generic Polynomials Using PCLMULQDQ, Intel 2009
__attribute__((target("pclmul"))) std::uint32_t advance_by_products(std::uint32_t state,
                                                                    const unsigned char* at,
                                                                    Index bytes) {
  const __m128i over_four = _mm_set_epi64x(carrier(512), carrier(512 + 64));
  const __m128i over_one = _mm_set_epi64x(carrier(128), carrier(128 + 64));
  __m128i a = _mm_xor_si128(block_at(at), _mm_cvtsi32_si128(static_cast<int>(state)));
  __m128i b = block_at(at + 16), c = block_at(at + 32), d = block_at(at + 48);
  for (at += 64, bytes -= 64; bytes >= 64; at += 64, bytes -= 64) {
    a = folded(a, over_four, block_at(at));
    b = folded(b, over_four, block_at(at + 16));
    c = folded(c, over_four, block_at(at + 32));
    d = folded(d, over_four, block_at(at + 48));
  }
  d = folded(folded(folded(a, over_one, b), over_one, c), over_one, d);
  alignas(16) std::array<unsigned char, 16> rest{};
  _mm_store_si128(reinterpret_cast<__m128i*>(rest.data()), d);
  return advance(advance(0, rest.data(), 16), at, bytes);
}

std::uint32_t advance_quickly(std::uint32_t state, const unsigned char* at, Index bytes) {
  static const bool has_products = __builtin_cpu_supports("pclmul") != 0;
  return has_products && bytes >= 256 ? advance_by_products(state, at, bytes)
                                      : advance(state, at, bytes);
}

#else

std::uint32_t advance_quickly(std::uint32_t state, const unsigned char* at, Index bytes) {
  return advance(state, at, bytes);
}

#endif

}  // namespace

std::uint32_t crc32(const void* data, Index bytes, std::uint32_t before) {
  return ~advance_quickly(~before, static_cast<const unsigned char*>(data), bytes);
}

std::uint32_t crc32_combined(std::uint32_t first, std::uint32_t second, Index second_bytes) {
  return product(first, power(x8, static_cast<std::uint64_t>(second_bytes))) ^ second;
}

std::string crc32_text(std::uint32_t checksum) {
  std::string text;
  for (unsigned shift = 32; shift != 0; shift -= 4)
    text += "0123456789abcdef"[checksum >> (shift - 4) & 0xFU];
  return text;
}

std::optional<std::uint32_t> crc32_from_text(std::string_view text) {
  std::uint32_t checksum = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, checksum, 16);
  if (text.size() != 8 || stop != end || error != std::errc{} || crc32_text(checksum) != text)
    return std::nullopt;
  return checksum;
}

namespace detail {
std::uint32_t crc32_portable(const void* data, Index bytes, std::uint32_t before) {
  return ~advance(~before, static_cast<const unsigned char*>(data), bytes);
}
}  // namespace detail

}  // namespace ashlar::io
