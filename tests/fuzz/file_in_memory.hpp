// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace ashlar::fuzz {

/// A file in memory with the bytes of the fuzzer. The process has one.
class FileInMemory {
 public:
  FileInMemory(const std::uint8_t* bytes, std::size_t count) {
    const bool is_written = ::ftruncate(native(), 0) == 0 &&
                            ::pwrite(native(), bytes, count, 0) == static_cast<ssize_t>(count);
    if (!is_written) std::abort();
  }

  std::string path() const { return "/proc/self/fd/" + std::to_string(native()); }

 private:
  static int native() {
    static const int fd = ::memfd_create("fuzzed", 0);
    return fd;
  }
};

}  // namespace ashlar::fuzz
