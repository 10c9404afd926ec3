// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar::test {

inline constexpr Index kib = 1024;
inline constexpr Index mib = 1024 * kib;

/// The value that rank `rank` writes at byte `k` of its part.
inline std::byte mark(int rank, Index k) {
  return static_cast<std::byte>((rank * 37 + k * 11 + k / 256) % 251);
}

inline void write_marks(const mpi::Storage& storage, int rank) {
  auto* const bytes = static_cast<std::byte*>(storage.data());
  for (Index k = 0; k < storage.bytes(); ++k) bytes[k] = mark(rank, k);
}

inline bool has_marks(const std::byte* bytes, Index count, int rank) {
  for (Index k = 0; k < count; ++k)
    if (bytes[k] != mark(rank, k)) return false;
  return true;
}

inline bool is_zero(const mpi::Storage& storage) {
  const auto* const bytes = static_cast<const std::byte*>(storage.data());
  for (Index k = 0; k < storage.bytes(); ++k)
    if (bytes[k] != std::byte{0}) return false;
  return true;
}

}  // namespace ashlar::test
