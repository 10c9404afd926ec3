// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <ashlar/base/index.hpp>

#include "base/file_descriptor.hpp"

namespace ashlar::mpi {

/// Large pages have this size on the machines we know; what is at least as big is aligned to it.
inline constexpr Index huge_page_bytes = Index{2} << 20;

/// Size of the system's pages.
Index page_bytes();
/// `bytes` rounded up to a multiple of `unit`. @pre both small enough for the sum to be an Index
constexpr Index rounded_up(Index bytes, Index unit) { return (bytes + unit - 1) / unit * unit; }

/// Text of errno.
std::string errno_text();

using ashlar::detail::FileDescriptor;

/// Owns mapped pages, readable and writable, aligned to huge pages if there are enough for one.
class Mapping {
 public:
  Mapping() noexcept = default;
  /// Memory of this process alone, zero.
  /// @throws OutOfMemory
  static Mapping anonymous(Index bytes);
  /// The first `bytes` bytes of a file, shared with whoever maps it.
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

 private:
  static Mapping make(Index bytes, int flags, int fd);
  void unmap() noexcept;

  std::byte* base_ = nullptr;
  Index bytes_ = 0;
};

}  // namespace ashlar::mpi
