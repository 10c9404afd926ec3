// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>

#include <ashlar/base/index.hpp>

namespace ashlar::io {

/// Random-access bytes: a file or a member of an archive.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ByteSource(ByteSource&&) = default;
  ByteSource& operator=(ByteSource&&) = default;
  virtual ~ByteSource() = default;

  /// Name of the source in errors.
  virtual const std::string& path() const = 0;
  virtual Index size() const = 0;

  /// @throws FileError if the bytes cannot be read
  virtual void read(Index offset, void* out, Index bytes) const = 0;

  /// Prefetches bytes.
  virtual void will_read(Index /*offset*/, Index /*bytes*/) const noexcept {}

  /// First `limit` bytes, fewer if the source is shorter.
  std::string read_prefix(Index limit) const {
    std::string prefix(static_cast<std::size_t>(std::min(size(), limit)), '\0');
    read(0, prefix.data(), static_cast<Index>(prefix.size()));
    return prefix;
  }
};

}  // namespace ashlar::io
