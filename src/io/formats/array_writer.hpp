// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/io/atomic_file.hpp>

#include "io/elements.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io {

/// Writer of a file that is a head and the elements, one line after another, in the byte order and
/// as the type of its style.
class ArrayWriter final : public FileWriter {
 public:
  /// @param head  the bytes before the first element
  /// @throws FileError on all ranks
  /// @collective
  ArrayWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix,
              std::string head);
  void write(const Lines& lines) override;
  void commit() override;

 private:
  /// Turns the elements of a part, one line after another, into those of the file, in place.
  void encode(Section part, char* elements);
  template <class T>
  void to_halves(Section part, char* elements);

  mpi::CommunicatorView comm_;
  std::string path_;
  NewMatrix matrix_;
  std::string head_;
  AtomicFile file_;
  bool head_is_written_ = false;
  Overflows overflows_;  // of float16
};

}  // namespace ashlar::io
