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
  Gzip,  ///< RFC 1952: one member or several, one after another
  Zlib,  ///< RFC 1950
  Raw    ///< RFC 1951, without a header or a checksum, as in a zip archive
};

/// Packed bytes within a file.
struct PackedBytes {
  Index first = 0, bytes = 0;
  PackedForm form = PackedForm::Gzip;
};

/// inflateInit2's argument: a window of 32 KiB, and the container format.
int window_bits(PackedForm form);

/// Decompressor (zlib's inflate) that reads packed bytes of a file in order, 64 KiB at a time.
class Inflater {
 public:
  /// @param file, path  must outlive it; path names the stream in errors
  /// @throws std::bad_alloc
  Inflater(const ByteSource& file, const PackedBytes& packed, const std::string& path);
  /// A decompressor in the same state, which reads packed bytes again from that place.
  Inflater(Inflater& other);
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater();

  /// Number of unpacked bytes that were read.
  Index at() const { return at_; }
  /// Reads the next bytes; returns their number, which is smaller than `bytes` at the end only.
  /// @throws FileError if the packed bytes are cut short or malformed
  Index read(void* out, Index bytes);
  /// True if the stream has ended, and no packed byte follows it.
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
  Index taken_ = 0;  // packed bytes that were read
  Index at_ = 0;
  bool has_ended_ = false;
};

}  // namespace ashlar::io
