// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/array_sink.hpp"
#include "io/elements.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io {

/// Conversion of elements to FileStyle::stored_as, and its overflows.
class StoredElements {
 public:
  StoredElements(std::string path, const NewMatrix& matrix)
      : path_(std::move(path)),
        dtype_(matrix.dtype),
        type_(matrix.style.stored_as),
        order_(matrix.order),
        overflows_{.treatment = matrix.style.overflow} {}

  /// Converts elements of `part` line by line in place.
  /// @throws FileError for a bool other than 0 and 1, and for a refused overflow
  void convert(Section part, char* elements);

  /// Warns of the elements of all ranks that became infinite, after the commit.
  /// @collective
  void warn_of_overflows(mpi::CommunicatorView comm) const;

 private:
  template <class T>
  void to_halves(Section part, char* elements);

  std::string path_;
  DType dtype_;
  std::string type_;
  StorageOrder order_;
  Overflows overflows_;
};

/// Writes a head and elements line by line in the style's type and byte order.
class ArrayWriter final : public FileWriter {
 public:
  /// @param head  bytes before the first element
  /// @throws FileError on all ranks
  /// @collective
  ArrayWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix,
              const std::string& head);
  /// Writes to another destination.
  ArrayWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix,
              std::string head, std::unique_ptr<ArraySink> sink);
  void write(const Lines& lines) override;
  void commit() override;

 private:
  /// Converts elements in place to the file's type and byte order.
  void encode(Section part, char* elements);

  mpi::CommunicatorView comm_;
  NewMatrix matrix_;
  std::string head_;
  std::unique_ptr<ArraySink> sink_;
  bool head_is_written_ = false;
  StoredElements stored_;
};

/// Header of a new .npy file.
std::string npy_head(const NewMatrix& matrix);

}  // namespace ashlar::io
