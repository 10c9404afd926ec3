// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/mapping.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar::mpi {

Index page_bytes() {
  static const Index bytes = sysconf(_SC_PAGESIZE);
  return bytes;
}

std::string errno_text() { return std::system_category().message(errno); }

Mapping Mapping::anonymous(Index bytes) { return make(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1); }

Mapping Mapping::of_file(const FileDescriptor& file, Index bytes) {
  return make(bytes, MAP_SHARED, file.native());
}

Mapping Mapping::make(Index bytes, int flags, int fd) {
  // Reserves addresses with room for alignment, then maps the memory.
  const Index unit = bytes >= huge_page_bytes ? huge_page_bytes : page_bytes();
  const Index spare = unit - page_bytes();
  Mapping result;
  result.bytes_ = rounded_up(bytes, page_bytes());
  const auto size = static_cast<std::size_t>(result.bytes_);
  const auto tail = static_cast<std::size_t>(result.tail());
  const auto refuse = [&] {
    throw OutOfMemory(
        concat("mapping: ", bytes >> 20, " MiB of addresses are not to be had: ", errno_text(),
               "; raise the limit on address space (ulimit -v) or hold fewer matrices"),
        bytes);
  };
  void* addresses = mmap(nullptr, size + tail + static_cast<std::size_t>(spare), PROT_READ,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (addresses == MAP_FAILED) refuse();

  auto* const start = static_cast<std::byte*>(addresses);
  const auto misfit = static_cast<Index>(reinterpret_cast<std::uintptr_t>(start) %
                                         static_cast<std::uintptr_t>(unit));
  const Index before = misfit == 0 ? 0 : unit - misfit;
  std::byte* const base = start + before;
  if (before > 0) munmap(start, static_cast<std::size_t>(before));
  if (spare > before) munmap(base + size + tail, static_cast<std::size_t>(spare - before));

  result.base_ = base;
  if (mmap(base, size, PROT_READ | PROT_WRITE, flags | MAP_FIXED, fd, 0) == MAP_FAILED) refuse();
  return result;
}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  if (this != &other) {
    unmap();
    base_ = std::exchange(other.base_, nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
  }
  return *this;
}

void Mapping::unmap() noexcept {
  if (base_ != nullptr)
    munmap(std::exchange(base_, nullptr), static_cast<std::size_t>(bytes_ + tail()));
}

}  // namespace ashlar::mpi
