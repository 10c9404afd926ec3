// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "byte_source.hpp"

// Directory and members of a zip archive (APPNOTE 6.3, with zip64). Pure: reads only the source.

namespace ashlar::io {

/// Member of an archive, as recorded in the directory.
struct ZipMember {
  std::string name;
  std::uint16_t flags = 0, method = 0;
  std::uint32_t crc = 0;
  Index stored_bytes = 0;  ///< in the archive
  Index bytes = 0;         ///< unpacked
  Index header_at = 0;     ///< offset of its local header
  Index end_at = 0;        ///< start of the next record
  std::string record;      ///< its record in the directory

  bool is_deflated() const { return method == 8; }
};

/// Maximal size of a directory.
inline constexpr Index zip_max_directory_bytes = Index{16} << 20;

/// All members, in archive order.
/// @throws FileError: not an archive, truncated, several disks, malformed or too large directory,
/// overlapping or misplaced members
std::vector<ZipMember> read_zip_directory(const ByteSource& archive);

/// Start of a member's bytes.
/// @throws FileError: encrypted, not deflated or stored, or a local header that contradicts the
/// directory
Index zip_data_at(const ByteSource& archive, const ZipMember& member);

/// Bytes of a member. Reads of all bytes in order check the CRC-32.
/// @param path  names the member in errors
/// @throws FileError as zip_data_at; on reading also for malformed packed bytes, a wrong size or
/// checksum
std::unique_ptr<const ByteSource> open_zip_member(std::shared_ptr<const ByteSource> archive,
                                                  ZipMember member, std::string path);

}  // namespace ashlar::io
