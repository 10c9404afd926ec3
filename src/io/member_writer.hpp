// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/format.hpp"
#include "new_folder.hpp"

namespace ashlar::io {

/// Writer of a .npy file with a checksum per chunk.
class MemberWriter final : public FileWriter {
 public:
  /// @throws FileError on all ranks
  /// @collective
  MemberWriter(mpi::CommunicatorView comm, NewFolder::File file, const NewMatrix& matrix);
  void write(const Lines& lines) override;
  /// Flushes the file and combines the checksums. The folder renames it.
  void commit() override;

  Index bytes() const { return bytes_; }
  /// Checksum of each chunk, after commit. [same]
  const std::vector<std::uint32_t>& checksums() const { return checksums_; }

 private:
  void write_part(Index offset, const void* data, Index bytes);

  mpi::CommunicatorView comm_;
  NewFolder::File file_;
  NewMatrix matrix_;
  std::string head_;
  Index bytes_ = 0;
  FileDescriptor fd_;
  WriteBehind behind_;
  // Contributions of this rank's bytes.
  std::vector<std::uint32_t> checksums_;
  bool head_is_written_ = false;
};

}  // namespace ashlar::io
