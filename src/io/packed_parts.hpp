// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "atomic_file.hpp"

namespace ashlar::io {

/// Deflate stream (RFC 1951) of all ranks' parts in rank order. Only the packed bytes depend on the
/// number of ranks.
class PackedParts {
 public:
  /// @param file   outlives this
  /// @param first  [same] bytes of the file before the stream
  /// @param level  [same] 1 to 9; 0: zlib's default
  PackedParts(mpi::CommunicatorView comm, detail::AtomicFile& file, Index first, int level);
  ~PackedParts();

  /// Appends bytes to this rank's part. [local]
  void add(const void* data, Index bytes);
  /// Writes the parts of all ranks. @throws FileError on all ranks. @collective
  void write();
  /// Ends the stream. @throws FileError on all ranks. @collective
  void finish();

  /// Offset of the end, and unpacked size and checksum of all written bytes. [same]
  Index end() const { return end_; }
  Index bytes() const { return bytes_; }
  std::uint32_t crc() const { return crc_; }

 private:
  class Deflater;

  mpi::CommunicatorView comm_;
  detail::AtomicFile& file_;
  int level_;
  Index end_, bytes_ = 0;
  std::uint32_t crc_ = 0;
  std::unique_ptr<Deflater> deflater_;
  std::string packed_;
  Index part_bytes_ = 0;
  std::uint32_t part_crc_ = 0;
};

}  // namespace ashlar::io
