// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "inflater.hpp"

namespace ashlar::io {

/// At most `limit` bytes of the start of what `packed` unpacks to. The packed bytes may end
/// anywhere; malformed ones end the text.
std::string inflated_prefix(std::string_view packed, PackedForm form, Index limit);

/// Unpacked bytes of a gzip or zlib stream, read at any place (zlib's inflate).
///
/// The constructor unpacks the whole stream, which gives its size and compares its checksums. It
/// keeps the state of the decompressor at 64 to 128 places, from the nearest of which a later read
/// begins. Memory: about 5 MB.
class InflatedSource final : public ByteSource {
 public:
  /// @param path  names the stream in errors
  /// @throws FileError if the stream is cut short or malformed, or a checksum is wrong
  InflatedSource(std::shared_ptr<const ByteSource> file, PackedBytes packed, std::string path);
  ~InflatedSource() override;

  const std::string& path() const override { return path_; }
  Index size() const override { return size_; }
  void read(Index offset, void* out, Index bytes) const override;

 private:
  void keep(Inflater& inflater);

  std::shared_ptr<const ByteSource> file_;
  PackedBytes packed_;
  std::string path_;
  Index size_ = 0;
  Index distance_;                               // of the places that are kept
  std::vector<std::unique_ptr<Inflater>> kept_;  // by place; the first at 0
  mutable std::unique_ptr<Inflater> current_;    // behind the last read
};

}  // namespace ashlar::io
