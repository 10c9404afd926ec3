// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

#include "atomic_file.hpp"
#include "formats/array_writer.hpp"
#include "packed_parts.hpp"
#include "zip.hpp"

namespace ashlar::io {

/// New member of a zip archive, written by all ranks after the existing members; one of the same
/// name is replaced.
class ZipWriter final : public ArraySink {
 public:
  /// @param adds   [same] keep the members of the archive at `path`
  /// @param level  [same] of deflate, 1 to 9; 0: stored
  /// @throws FileError on all ranks; if an existing file is not an archive
  /// @collective
  ZipWriter(mpi::CommunicatorView comm, const std::string& path, const std::string& name, bool adds,
            int level);

  void write(Index offset, const void* data, Index bytes) override;
  void end_lines() override;
  void commit() override;

 private:
  Index copy_old(const std::string& path);

  mpi::CommunicatorView comm_;
  detail::AtomicFile file_;
  ZipMember member_;
  std::vector<std::string> records_;  // of the old members; rank 0
  Index data_at_ = 0;
  std::unique_ptr<PackedParts> packed_;  // null for a stored member
  // Size and checksum of this rank's bytes since end_lines.
  Index part_bytes_ = 0;
  std::uint32_t part_crc_ = 0;
};

}  // namespace ashlar::io
