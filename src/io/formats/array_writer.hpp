// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/elements.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io {

/// Receiver of the bytes of an array, which each rank writes in ascending order.
class ArraySink {
 public:
  ArraySink() = default;
  ArraySink(const ArraySink&) = delete;
  ArraySink& operator=(const ArraySink&) = delete;
  virtual ~ArraySink() = default;

  /// @throws FileError. [local]
  virtual void write(Index offset, const void* data, Index bytes) = 0;
  /// Called behind the lines of one FileWriter::write, whose parts stand in the order of ranks.
  /// @throws FileError on all ranks. @collective
  virtual void end_lines() {}
  /// @throws FileError on all ranks. @collective
  virtual void commit() = 0;
};

/// Writer of a file that is a head and the elements, one line after another, in the byte order and
/// as the type of its style.
class ArrayWriter final : public FileWriter {
 public:
  /// @param head  the bytes before the first element
  /// @throws FileError on all ranks
  /// @collective
  ArrayWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix,
              std::string head);
  /// The same into another receiver than a file of its own.
  ArrayWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix,
              std::string head, std::unique_ptr<ArraySink> sink);
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
  std::unique_ptr<ArraySink> sink_;
  bool head_is_written_ = false;
  Overflows overflows_;  // of float16
};

}  // namespace ashlar::io
