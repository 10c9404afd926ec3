// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include <unistd.h>

#include <ashlar/base/scalar.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "kernels.hpp"

namespace ashlar::detail {

/// Bytes that one rank must write before it writes past its caches: twice its second-level cache,
/// or what ASHLAR_STREAM_FROM_BYTES says, if that is a number.
inline Index stream_from_bytes() {
  static const Index bytes = [] {
    if (const char* text = std::getenv("ASHLAR_STREAM_FROM_BYTES")) {
      Index wanted = 0;
      if (std::from_chars(text, text + std::strlen(text), wanted).ec == std::errc() && wanted >= 0)
        return wanted;
    }
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return 2 * std::max<Index>(cache, Index{1} << 20);
  }();
  return bytes;
}

/// The same for all ranks of a node. @collective over the node the first time
inline Index stream_from_bytes(mpi::Context& context) {
  return context.slot<Index>("move.stream_from_bytes", [&] {
    Index bytes = stream_from_bytes();
    mpi::check(MPI_Bcast(&bytes, sizeof bytes, MPI_BYTE, 0, context.node().native()), "MPI_Bcast");
    return bytes;
  });
}

/// What conjugation does to the bits of an element, if it is asked for.
constexpr Conjugate conjugation(DType dtype, bool conjugating) {
  if (!conjugating) return Conjugate::No;
  if (dtype == DType::Complex64) return Conjugate::Complex64;
  return dtype == DType::Complex128 ? Conjugate::Complex128 : Conjugate::No;
}

}  // namespace ashlar::detail
