// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/io/atomic_file.hpp>

#include "io/formats/format.hpp"

namespace ashlar::io {

/// Writer of a file that is a head and the elements, one line after another.
class ArrayWriter final : public FileWriter {
 public:
  /// @param head  the bytes before the first element
  /// @throws FileError on all ranks
  /// @collective
  ArrayWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix,
              std::string head);
  void write(const Lines& lines) override;
  void commit() override { file_.commit(); }

 private:
  /// Writes lines without what is between them, in the wanted byte order, chunk by chunk.
  void write_packed(Index offset, const Lines& lines);

  mpi::CommunicatorView comm_;
  NewMatrix matrix_;
  std::string head_;
  AtomicFile file_;
  bool head_is_written_ = false;
};

}  // namespace ashlar::io
