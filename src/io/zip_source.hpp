// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "inflater.hpp"
#include "zip.hpp"

namespace ashlar::io {

/// Bytes of one member of a zip archive.
///
/// A stored member is read in place. A deflated one is unpacked from its start in bounded memory; a
/// read at a higher offset continues, others restart. Reads of all bytes in order check the CRC-32.
class ZipSource final : public ByteSource {
 public:
  /// @param path  names the member in errors
  /// @throws FileError as zip_data_at
  ZipSource(std::shared_ptr<const ByteSource> archive, ZipMember member, std::string path);
  ~ZipSource() override;

  const std::string& path() const override { return path_; }
  Index size() const override { return member_.bytes; }
  /// @throws FileError also for malformed packed bytes, a wrong size or checksum
  void read(Index offset, void* out, Index bytes) const override;

 private:
  void check(Index offset, const void* data, Index bytes) const;
  void inflate(Index offset, void* out, Index bytes) const;
  void read_next(Inflater& inflater, void* out, Index bytes) const;

  std::shared_ptr<const ByteSource> archive_;
  ZipMember member_;
  std::string path_;
  Index data_at_ = 0;
  mutable std::unique_ptr<Inflater> inflater_;
  // Checksum of the bytes before checked_to_.
  mutable Index checked_to_ = 0;
  mutable std::uint32_t crc_ = 0;
};

}  // namespace ashlar::io
