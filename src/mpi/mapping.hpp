// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <ashlar/base/index.hpp>

#include "base/file_descriptor.hpp"

namespace ashlar::mpi {

/// Common size of huge pages; larger mappings are aligned to it.
inline constexpr Index huge_page_bytes = Index{2} << 20;

Index page_bytes();
/// `bytes` rounded up to a multiple of `unit`. @pre the sum of both fits into an Index
constexpr Index rounded_up(Index bytes, Index unit) { return (bytes + unit - 1) / unit * unit; }

std::string errno_text();

using ashlar::detail::FileDescriptor;

/// Owner of readable and writable pages; large mappings are aligned to huge pages.
///
/// As many addresses after the end, up to 16 MiB, are readable zeros without memory: complex ?gemv
/// of OpenBLAS 0.3.21 reads one element after the last of a strided x (OpenBLAS issue 4013), in
/// ?gebrd a row of the local block.
class Mapping {
 public:
  Mapping() noexcept = default;
  /// Private zeroed memory.
  /// @throws OutOfMemory
  static Mapping anonymous(Index bytes);
  /// Shared mapping of the first `bytes` bytes of a file.
  /// @throws OutOfMemory
  static Mapping of_file(const FileDescriptor& file, Index bytes);

  Mapping(Mapping&& other) noexcept
      : base_(std::exchange(other.base_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { unmap(); }

  std::byte* base() const noexcept { return base_; }
  Index bytes() const noexcept { return bytes_; }
  /// Readable bytes after the end.
  Index tail() const noexcept { return std::min(bytes_, Index{16} << 20); }

 private:
  static Mapping make(Index bytes, int flags, int fd);
  void unmap() noexcept;

  std::byte* base_ = nullptr;
  Index bytes_ = 0;
};

}  // namespace ashlar::mpi
