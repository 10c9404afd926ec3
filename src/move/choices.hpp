// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <unistd.h>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/scalar.hpp>

#include "kernels/kernels.hpp"

namespace ashlar::detail {

/// Bytes that one rank must write before it writes past its caches.
inline Index stream_from_bytes() {
  static const Index bytes = [] {
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return 2 * std::max<Index>(cache, Index{1} << 20);
  }();
  return bytes;
}

template <class T>
constexpr Conjugate conjugation(Op op) {
  if (op != Op::ConjTrans || !is_complex<T>) return Conjugate::No;
  return sizeof(T) == 8 ? Conjugate::Complex64 : Conjugate::Complex128;
}

}  // namespace ashlar::detail
