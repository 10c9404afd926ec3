// SPDX-License-Identifier: BSD-3-Clause
// The kernels for any processor: no streaming, the compiler's own vectors.
#include <cstdint>

#include "kernels.hpp"

namespace ashlar::detail {
namespace {

struct Isa {
  template <int Size>
  static constexpr Index width = 8;

  static void line(std::byte* d, const std::byte* s, bool) { __builtin_memcpy(d, s, 64); }

  template <int Size>
  static void tile(std::byte* d, Index ldd, const std::byte* s, Index lds, Conjugate conjugate,
                   bool) {
    for (Index c = 0; c < width<Size>; ++c) {
      for (Index r = 0; r < 64 / Size; ++r) {
        unsigned char value[Size];
        __builtin_memcpy(value, s + c * Size + r * lds, Size);
        if (conjugate != Conjugate::No) value[Size - 1] ^= 0x80;
        __builtin_memcpy(d + r * Size + c * ldd, value, Size);
      }
    }
  }

  template <int Size>
  static void gather_line(std::byte* d, const std::byte* const* addresses, Index offset, bool) {
    for (Index k = 0; k < 64 / Size; ++k)
      __builtin_memcpy(d + k * Size, addresses[k] + offset, Size);
  }
};

void fence() {}

}  // namespace

#include "kernel_bodies.inc"

const KernelSet portable_kernels = {
    "portable",
    copy_columns,
    {transpose<1>, transpose<2>, transpose<4>, transpose<8>, transpose<16>},
    {gather<1>, gather<2>, gather<4>, gather<8>, gather<16>},
    fence};

}  // namespace ashlar::detail
