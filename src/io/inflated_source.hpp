// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "inflater.hpp"

namespace ashlar::io {

/// Unpacks at most `limit` bytes of the start of `packed`, which may be truncated. Malformed data
/// end the text.
std::string inflated_prefix(std::string_view packed, PackedForm form, Index limit);

/// Random access to a gzip or zlib stream (zlib's inflate).
///
/// The constructor unpacks the stream for its size and checksums and stores 64 to 128 states of the
/// decompressor; a read starts at the nearest one. Memory: about 5 MB.
class InflatedSource final : public ByteSource {
 public:
  /// @param path  names the stream in errors
  /// @throws FileError for a truncated or malformed stream or a wrong checksum
  InflatedSource(std::shared_ptr<const ByteSource> file, PackedBytes packed, std::string path);

  const std::string& path() const override { return path_; }
  Index size() const override { return size_; }
  void read(Index offset, void* out, Index bytes) const override;

 private:
  void keep(Inflater& inflater);

  std::shared_ptr<const ByteSource> file_;
  PackedBytes packed_;
  std::string path_;
  Index size_ = 0;
  Index distance_;                               // between stored states
  std::vector<std::unique_ptr<Inflater>> kept_;  // by offset; the first at 0
  mutable std::unique_ptr<Inflater> current_;    // after the last read
};

}  // namespace ashlar::io
