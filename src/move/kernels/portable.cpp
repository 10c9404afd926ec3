// SPDX-License-Identifier: BSD-3-Clause
// Kernels for any processor: without streaming, vectorised by the compiler.
#include <cstdint>

#include "kernels.hpp"

namespace ashlar::detail {
namespace {

struct Isa {
  template <int size>
  static constexpr Index width = 8;
  template <int size>
  static constexpr bool has_tile = false;
  static constexpr int gather_bytes = 0;

  template <bool>
  static void line(std::byte* d, const std::byte* s) {
    __builtin_memcpy(d, s, 64);
  }
};

void fence() {}

}  // namespace

#include "kernel_bodies.inc"

const KernelSet portable_kernels = kernel_set("portable", fence);

}  // namespace ashlar::detail
