// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <zlib.h>

#include <memory>
#include <string>
#include <vector>

#include "byte_source.hpp"

namespace ashlar::io {

/// Container format of packed bytes.
enum class PackedForm {
  Gzip,  ///< RFC 1952: one or several members
  Zlib,  ///< RFC 1950
  Raw    ///< RFC 1951, without header and checksum, as in zip archives
};

/// Range of packed bytes in a file.
struct PackedBytes {
  Index first = 0, bytes = 0;
  PackedForm form = PackedForm::Gzip;
};

/// Argument of inflateInit2: container format and a window of 32 KiB.
int window_bits(PackedForm form);

/// Sequential decompressor (zlib's inflate), 64 KiB at a time.
class Inflater {
 public:
  /// @param file, path  must outlive it; path names the stream in errors
  /// @throws std::bad_alloc
  Inflater(const ByteSource& file, const PackedBytes& packed, const std::string& path);
  /// Copies the state; the copy reads on from the same offset.
  Inflater(Inflater& other);
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater();

  /// Offset in the unpacked bytes.
  Index at() const { return at_; }
  /// Reads the next bytes. Returns their number, below `bytes` only at the end.
  /// @throws FileError for truncated or malformed data
  Index read(void* out, Index bytes);
  /// True at the end of the stream and of the packed bytes.
  bool is_used_up() const { return has_ended_ && stream_.avail_in == 0 && taken_ == packed_.bytes; }

 private:
  [[noreturn]] void fail(const char* reason) const;
  bool refill();
  void step();
  void go_to_next_member();

  const ByteSource& file_;
  PackedBytes packed_;
  const std::string& path_;
  std::vector<Bytef> input_;
  z_stream stream_ = {};
  Index taken_ = 0;  // packed bytes read
  Index at_ = 0;
  bool has_ended_ = false;
};

}  // namespace ashlar::io
