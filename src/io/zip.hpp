// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "byte_source.hpp"

// The directory of a zip archive (APPNOTE 6.3, with zip64). Pure: no MPI, no file but the source.

namespace ashlar::io {

/// A file in an archive, as the archive's directory describes it.
struct ZipMember {
  std::string name;
  std::uint16_t flags = 0, method = 0;
  std::uint32_t crc = 0;
  Index stored_bytes = 0;  ///< in the archive
  Index bytes = 0;         ///< unpacked
  Index header_at = 0;     ///< place of its local header
  Index end_at = 0;        ///< where what follows it begins
  std::string record;      ///< its bytes in the directory

  bool is_deflated() const { return method == 8; }
};

/// No larger directory is read, whatever the archive claims.
inline constexpr Index zip_max_directory_bytes = Index{16} << 20;

/// All members, by their place in the archive.
/// @throws FileError with one sentence: no archive, cut short, of several disks, a directory that
/// is malformed or too large, members that overlap or do not lie within the archive
std::vector<ZipMember> read_zip_directory(const ByteSource& archive);

/// Where the bytes of a member begin.
/// @throws FileError if it is encrypted, packed in another way than deflated, or if its own header
/// contradicts the directory
Index zip_data_at(const ByteSource& archive, const ZipMember& member);

/// A new member's header in front of its bytes, with sizes of 64 bits, and its record in the
/// directory. Its time is the first of 1980, as NumPy's.
std::string zip_header(const ZipMember& member);
std::string zip_record(const ZipMember& member);

/// The end of an archive: its directory, which begins at `directory_at`, and the last records.
std::string zip_directory(const std::vector<std::string>& records, Index directory_at);

}  // namespace ashlar::io
