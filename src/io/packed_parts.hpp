// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <ashlar/io/atomic_file.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// One stream of deflate (RFC 1951) that all ranks write together: each packs its own parts, which
/// stand in the order of ranks. The bytes depend on the number of ranks, what they unpack to does
/// not.
class PackedParts {
 public:
  /// @param file   outlives this
  /// @param first  [same] bytes of the file before the stream
  /// @param level  [same] 1 to 9; 0: zlib's usual level
  PackedParts(mpi::CommunicatorView comm, AtomicFile& file, Index first, int level);
  ~PackedParts();

  /// Appends bytes to this rank's part. [local]
  void add(const void* data, Index bytes);
  /// Writes the parts of all ranks. @throws FileError on all ranks. @collective
  void write();
  /// Ends the stream. @throws FileError on all ranks. @collective
  void finish();

  /// Place behind the stream, size before packing and checksum, of all that was written. [same]
  Index end() const { return end_; }
  Index bytes() const { return bytes_; }
  std::uint32_t crc() const { return crc_; }

 private:
  class Deflater;

  mpi::CommunicatorView comm_;
  AtomicFile& file_;
  int level_;
  Index end_, bytes_ = 0;
  std::uint32_t crc_ = 0;
  // This rank's part.
  std::unique_ptr<Deflater> deflater_;
  std::string packed_;
  Index part_bytes_ = 0;
  std::uint32_t part_crc_ = 0;
};

}  // namespace ashlar::io
