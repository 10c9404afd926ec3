// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <unistd.h>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/settings.hpp"
#include "base/tuning.hpp"
#include "kernels.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {

/// Twice the second-level cache.
inline Index stream_from_bytes_by_cache() {
  static const Index bytes = 2 * std::max<Index>(sysconf(_SC_LEVEL2_CACHE_SIZE), Index{1} << 20);
  return bytes;
}

/// Bytes of a rank's writes from which stores are non-temporal: ASHLAR_STREAM_FROM_BYTES, the tuned
/// number, or twice the second-level cache.
inline Index stream_from_bytes() {
  static const Index wanted = readable_settings().stream_from_bytes;
  if (wanted >= 0) return wanted;
  const Index tuned = tuning().stream_from_bytes;
  return tuned > 0 ? tuned : stream_from_bytes_by_cache();
}

/// Common value of a node. @collective over the communicator the first time
inline Index stream_from_bytes(mpi::Context& context) {
  const Index wanted = context.settings().stream_from_bytes;
  if (wanted >= 0) return wanted;
  if (const Index tuned = tuning().stream_from_bytes; tuned > 0) return tuned;
  return context.shared_slot<Index>("move.stream_from_bytes", [&] {
    return mpi::broadcast(context.node(), stream_from_bytes_by_cache(), 0);
  });
}

/// Bit operation of an element's conjugation, if requested.
constexpr Conjugate conjugation(ElementType element, bool conjugating) {
  if (!conjugating) return Conjugate::No;
  if (element == DType::Complex64) return Conjugate::Complex64;
  return element == DType::Complex128 ? Conjugate::Complex128 : Conjugate::No;
}

}  // namespace ashlar::detail
